// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "decomposition/partition/load.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "decomposition/partition/section.hpp"

namespace seafret {

/// Makes and judges one partition of a grid after the other.
class PartitionSearch {
 public:
  /// `grid` must outlive it.
  PartitionSearch(const Grid& grid, int ranks, const PartitionOptions& options);

  /// The trimmed box of each rank; none where one of them is too narrow or has nothing wet.
  std::optional<std::vector<Box>> boxes(const Section& section) const {
    std::vector<Box> all = divide(wet(), grid().box(), section);
    if (!is_feasible(all)) return {};
    trim(wet(), all);
    return all;
  }
  bool is_feasible(std::span<const Box> boxes) const;
  std::span<const Load> loads(std::span<const Box> boxes) { return count_(boxes, node_of_); }
  double cost(std::span<const Load> loads) const {
    return cost_(loads, node_of_, options_.weights);
  }
  /// Infinite where it is not less than `limit`.
  double cost_below(double limit, std::span<const Box> boxes);
  double cost_of_rank(const Load& load) const { return cost_.of_rank(load, options_.weights); }

  LoadCounter& count() { return count_; }
  const Grid& grid() const { return count_.grid(); }
  const CellCount& wet() const { return count_.wet(); }
  const std::vector<int>& node_of() const { return node_of_; }
  const PartitionOptions& options() const { return options_; }

 private:
  LoadCounter count_;
  std::vector<Load> loads_;
  std::vector<int> node_of_;
  PartitionOptions options_;
  Cost cost_;
};

/// On which node each rank is, where ranks fill one after the other; with 0 all are on one.
std::vector<int> nodes_of(int ranks, int cores_per_node);

/// Orders of cuts, each into equal shares.
template <class Orders>
Candidates candidates_of(Orders orders) {
  return {.size = orders.size(),
          .at = [orders](PartitionSearch&, std::int64_t i,
                         double) { return std::optional(equal_sections(orders.at(i))); },
          .ordering = [orders](std::int64_t i) { return notation(orders.at(i)); }};
}

/// The candidate that costs least, none where none is feasible.  Collective among the searchers.
std::optional<Found> best_of(PartitionSearch& search, const Candidates& candidates);

/// The partition that costs least, refined if the options say so.  Where no candidate has boxes as
/// wide as wanted, thinner ones are better than none; throws InputError where there are none
/// either, and says which numbers of ranks near by have some.  Collective among the searchers.
std::vector<Box> search_partition(const Grid& grid, int ranks, const PartitionOptions& options,
                                  const Candidates& candidates);

}  // namespace seafret
