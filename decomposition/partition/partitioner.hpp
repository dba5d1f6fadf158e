// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "decomposition/partition/cost.hpp"
#include "decomposition/partition/section.hpp"

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

/// What a partitioner may look at besides the grid.
struct PartitionOptions {
  int cores_per_node = 0;         ///< ranks fill one node after the other; 0: all are on one
  std::vector<int> node_of = {};  ///< on which node each rank is; none: they fill them in order
  std::string cost = "paper";     ///< by which partitions are judged, one of costs()
  CostWeights weights = {};
  bool refine =
      false;          ///< move the lines of the best candidate for as long as that makes it better
  int narrowest = 3;  ///< fewest rows or columns of a box, land included, that is considered
  Searchers searchers = {};
};

class PartitionSearch;

/// Proposes partitions by number.
struct Candidates {
  std::int64_t size = 0;
  /// The i-th, as a tree of cuts; none where it cannot be better than `limit`.
  std::function<std::optional<Section>(PartitionSearch& search, std::int64_t i, double limit)> at;
  std::function<std::string(std::int64_t i)> ordering;  ///< "(2x2x2,3)"
};

/// Cuts a grid into one box a rank: at once, or by judging many candidates.
struct Partitioner {
  std::string what;
  std::vector<Box> (*cut)(const Grid& grid, int ranks) = nullptr;
  Candidates (*candidates)(int ranks, int cores_per_node) = nullptr;

  /// Throws InputError where that many ranks cannot be served.  Collective among the searchers.
  std::vector<Box> operator()(const Grid& grid, int ranks,
                              const PartitionOptions& options = {}) const;
};
Registry<Partitioner>& partitioners();

}  // namespace seafret
