// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cost.hpp"

namespace seafret {

inline const bool dry_cost_registered = costs().add(
    "dry",
    {"points of the slowest rank that are not wet", [](const Load& load, const CostWeights&) {
       return static_cast<double>(load.dry + load.outside);
     }});

}  // namespace seafret
