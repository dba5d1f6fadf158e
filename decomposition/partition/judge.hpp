// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "decomposition/partition/costs.hpp"
#include "decomposition/partition/nodes.hpp"
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

/// What a partitioner may look at besides the grid and the nodes.
struct PartitionOptions {
  std::string cost = "paper";  ///< by which partitions are judged, one of costs()
  CostWeights weights = {};
  bool refine = false;  ///< move the lines of the best candidate as long as that makes it better
  int narrowest = 3;    ///< fewest rows or columns of a box, land included, that is considered
  Searchers searchers = {};
};

/// Judges one partition of a grid after the other.  Boxes are those of ranks that fill the nodes
/// one after the other; dealt() gives them to ranks that do not.
class PartitionJudge {
 public:
  /// `grid` must outlive it.
  PartitionJudge(const Grid& grid, const Nodes& nodes, const PartitionOptions& options);

  /// The trimmed box of each rank; none where one of them is too narrow or has nothing wet.
  std::optional<std::vector<Box>> boxes(const Section& section) const {
    std::vector<Box> all = divide(wet(), grid().box(), section);
    if (!is_feasible(all)) return {};
    trim(wet(), all);
    return all;
  }
  bool is_feasible(std::span<const Box> boxes) const;
  std::span<const Load> loads(std::span<const Box> boxes) { return count_(boxes, node_of()); }
  double cost(std::span<const Load> loads) const {
    return cost_(loads, node_of(), options_.weights);
  }
  /// Infinite where it is not less than `limit`.
  double cost_below(double limit, std::span<const Box> boxes);
  double cost_of_rank(const Load& load) const { return cost_.of_rank(load, options_.weights); }

  LoadCounter& count() { return count_; }
  const Grid& grid() const { return count_.grid(); }
  const CellCount& wet() const { return count_.wet(); }
  const std::vector<int>& node_of() const { return nodes_.of_rank(); }
  const PartitionOptions& options() const { return options_; }

 private:
  LoadCounter count_;
  std::vector<Load> loads_;
  Nodes nodes_;
  PartitionOptions options_;
  Cost cost_;
};

}  // namespace seafret
