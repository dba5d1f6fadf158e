// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "decomposition/partition/cut_orders.hpp"
#include "decomposition/partition/search.hpp"

namespace seafret {

/// Ranks that fill one node after the other, of which the last may have fewer; a grid that is cut
/// into nodes is cut among their cores here.
class NodeByNode {
 public:
  /// All ranks are on one node where `cores` is 0.
  NodeByNode(int ranks, int cores);

  const std::vector<int>& ranks_of_node() const { return ranks_of_node_; }
  int nodes() const { return static_cast<int>(ranks_of_node_.size()); }

  /// The cuts into nodes, each node cut among its cores by the order that suits it best: what its
  /// ranks need from other nodes does not depend on how those are cut.  None where the slowest rank
  /// would not cost less than `limit`.
  std::optional<Section> among_cores(PartitionSearch& search, Section into_nodes,
                                     double limit) const;

 private:
  /// An order of cuts: how many parts it makes along x and along y.
  struct Order {
    std::vector<Cut> cuts;
    int in_x = 1, in_y = 1;
  };
  static std::vector<Order> orders_of(int cores);
  /// Those whose parts have the shortest sides.
  std::vector<const Order*> suiting(const Box& node, const std::vector<Order>& orders) const;

  /// How a node is best cut, and what its slowest rank then costs; the boxes are those of the nodes
  /// next to it.
  std::optional<std::pair<double, Section>> best_inside(PartitionSearch& search, const Box& node,
                                                        const std::vector<Order>& orders,
                                                        const std::vector<Box>& beside) const;

  std::vector<int> ranks_of_node_;
  std::vector<Order> orders_, orders_of_last_;
  std::size_t orders_tried_;  // fewer where there are many ranks, so that it always ends soon
};

}  // namespace seafret
