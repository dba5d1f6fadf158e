// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cost.hpp"

namespace seafret {

inline const bool comms_cost_registered = costs().add(
    "comms", {"halo points of the slowest rank",
              [](const Load& load, const CostWeights& w) { return halo_cost(load, w); }});

}  // namespace seafret
