// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cost.hpp"

namespace seafret {

inline const bool latency_cost_registered = costs().add(
    "latency",
    {"halo points and messages of the slowest rank", [](const Load& load, const CostWeights& w) {
       return halo_cost(load, w) + message_cost(load, w);
     }});

}  // namespace seafret
