// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cost.hpp"

namespace seafret {

inline const bool off_cost_registered = costs().add(
    "off",
    {"halo points from other nodes of the slowest rank",
     [](const Load& load, const CostWeights&) { return static_cast<double>(load.halo_off); }});

}  // namespace seafret
