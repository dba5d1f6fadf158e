// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cost.hpp"

namespace seafret {

inline const bool wet_cost_registered = costs().add(
    "wet", {"wet points of the slowest rank",
            [](const Load& load, const CostWeights&) { return static_cast<double>(load.wet); }});

}  // namespace seafret
