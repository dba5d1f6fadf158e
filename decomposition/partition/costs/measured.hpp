// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cost.hpp"

namespace seafret {

/// What a step takes: with the weights that a run measures when it begins.
inline const bool measured_cost_registered = costs().add(
    "measured", {"columns, halo points and messages of the slowest rank, as a run measures them",
                 [](const Load& load, const CostWeights& w) {
                   return column_cost(load, w) + halo_cost(load, w) + message_cost(load, w);
                 }});

}  // namespace seafret
