// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <span>
#include <string>

#include "decomposition/base/registry.hpp"
#include "decomposition/partition/load.hpp"

namespace seafret {

/// What things cost, in units of one wet column for one step.
struct CostWeights {
  double wet = 1, dry = 0.05;        ///< a column of its own box (Pickles, section 4)
  double off_node = 5, on_node = 1;  ///< a column of the halo (the same)
  double message_off_node = 100, message_on_node = 20;  ///< where messages count
  /// Where exchanges differ: how many of each there are in a step, and how many levels the
  /// three-dimensional ones have; on_node and off_node are those of a column of all levels.
  double exchanges_2d = 20, exchanges_3d = 2, levels = 34;
  /// Where nodes count: a point that the busiest node receives, and one that any node receives.
  double node = 5, total = 0.25;
};

/// Judges a partition; less is better.
struct Cost {
  std::string what;
  /// The slowest rank decides...
  double (*of_rank)(const Load& load, const CostWeights& weights);
  /// ...and this is added, where there is something to add.
  double (*of_nodes)(std::span<const Load> loads, std::span<const int> node_of,
                     const CostWeights& weights) = nullptr;

  double operator()(std::span<const Load> loads, std::span<const int> node_of,
                    const CostWeights& weights) const {
    double most = 0;
    for (const Load& load : loads) most = std::max(most, of_rank(load, weights));
    return of_nodes == nullptr ? most : most + of_nodes(loads, node_of, weights);
  }
};
Registry<Cost>& costs();

/// The points that a rank receives, weighed.
inline double halo_cost(const Load& load, const CostWeights& w) {
  return w.off_node * static_cast<double>(load.halo_off) +
         w.on_node * static_cast<double>(load.halo_on);
}

inline double message_cost(const Load& load, const CostWeights& w) {
  return w.message_off_node * load.messages_off + w.message_on_node * load.messages_on;
}

/// The columns that a rank computes, weighed; those outside the model count as dry ones.
inline double column_cost(const Load& load, const CostWeights& w) {
  return w.wet * static_cast<double>(load.wet) +
         w.dry * static_cast<double>(load.dry + load.outside);
}

}  // namespace seafret
