// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/base/mpi.hpp"
#include "physics/ocean/depth_mean_flow.hpp"

namespace seafret {

/// What tells at a glance whether a flow is sound.
struct FlowExtremes {
  double fastest = 0;     ///< largest component of the depth-mean current at any face, m/s
  double shallowest = 0;  ///< least depth of water in any wet cell, m
};

/// Over all ranks; swaps the halos. Collective.
FlowExtremes flow_extremes(DepthMeanFlow& flow, const Basin& basin, const Communicator& comm);

}  // namespace seafret
