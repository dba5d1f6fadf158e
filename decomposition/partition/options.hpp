// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <string>

#include "decomposition/partition/costs.hpp"

namespace seafret {

/// The best candidate of a search so far; of two that cost the same the earlier one is better.
struct Found {
  double cost = 0;
  std::int64_t number = 0;

  friend auto operator<=>(const Found&, const Found&) = default;
};

/// Those who share a search: each looks at the candidates rank, rank + size, rank + 2 size, ...
struct Searchers {
  int rank = 0, size = 1;
  /// The best of what all of them have found.  Collective among them.
  std::function<Found(const Found& mine)> best_of_all = [](const Found& mine) { return mine; };
};

/// What a partitioner may look at besides the grid and the nodes.
struct PartitionOptions {
  std::string cost = "paper";  ///< by which partitions are judged, one of costs()
  CostWeights weights = {};
  bool refine = false;  ///< move the lines of the best candidate as long as that makes it better
  int narrowest = 3;    ///< fewest rows or columns of a box, land included, that is considered
  Searchers searchers = {};
};

}  // namespace seafret
