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
  /// Where nodes count: a column that the busiest node receives, and one that any node receives.
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
/// All of them stand in costs.cpp.
const Registry<Cost>& costs();

}  // namespace seafret
