// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>

#include "comms/base/mpi.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"

namespace seafret {

/// A value, and the cell where it is.
struct Extreme {
  double value = 0;
  int i = 0, j = 0;
};

/// Of two the first, if they are equal.
inline const Extreme& larger(const Extreme& a, const Extreme& b) {
  return b.value > a.value ? b : a;
}

/// Of all ranks' the largest; of equal ones that in the first cell. Collective.
Extreme largest(const Extreme& mine, const Grid& grid, const Communicator& comm);

/// What tells at a glance whether a flow is sound.
struct FlowExtremes {
  /// Largest component of the depth-mean current at any face, m/s; the face is east or north of
  /// the cell.
  Extreme fastest = {};
  /// Least depth of water in any wet cell, m.
  Extreme shallowest = {std::numeric_limits<double>::infinity()};
};

/// Whether so little water may stand in a cell, m, of which `dry_depth` at most may be what it
/// never gives away.
inline bool is_depth_sound(double depth, double dry_depth) {
  return dry_depth > 0 ? depth >= 0 : depth > 0;
}

/// Over all ranks, the same for any number of them; swaps the halos. Collective.
FlowExtremes flow_extremes(DepthMeanFlow& flow, const Basin& basin, const Communicator& comm);

/// The worse of two looks; of equal ones the first.
FlowExtremes worse(const FlowExtremes& before, const FlowExtremes& now);

}  // namespace seafret
