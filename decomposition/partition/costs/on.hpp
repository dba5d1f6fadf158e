// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cost.hpp"

namespace seafret {

inline const bool on_cost_registered = costs().add(
    "on", {"halo points from its own node of the slowest rank",
           [](const Load& load, const CostWeights&) { return static_cast<double>(load.halo_on); }});

}  // namespace seafret
