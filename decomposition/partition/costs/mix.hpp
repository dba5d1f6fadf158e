// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cost.hpp"

namespace seafret {

/// A two-dimensional exchange costs its messages, a three-dimensional one its points: the best
/// partitions for them differ, and what counts is how often a step has each.
inline double mix_cost(const Load& load, const CostWeights& w) {
  const double points = w.exchanges_3d + w.exchanges_2d / w.levels;
  const double messages = w.exchanges_3d + w.exchanges_2d;
  return column_cost(load, w) + points * halo_cost(load, w) + messages * message_cost(load, w);
}

inline const bool mix_cost_registered = costs().add(
    "mix",
    {"columns and all exchanges of a step, 2-D and 3-D ones, of the slowest rank", mix_cost});

}  // namespace seafret
