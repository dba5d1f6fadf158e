// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cost.hpp"

namespace seafret {

/// Pickles, section 4.
inline double paper_cost(const Load& load, const CostWeights& w) {
  return column_cost(load, w) + halo_cost(load, w);
}

inline const bool paper_cost_registered =
    costs().add("paper", {"wet, dry and halo points of the slowest rank", paper_cost});

}  // namespace seafret
