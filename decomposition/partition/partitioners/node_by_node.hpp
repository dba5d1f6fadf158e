// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "decomposition/partition/judge.hpp"

namespace seafret {

/// Cuts a grid that is cut into nodes among the ranks of each.
class NodeByNode {
 public:
  explicit NodeByNode(const Nodes& nodes);

  /// The cuts into nodes, each node cut among its ranks by the order that suits it best: what its
  /// ranks need from other nodes does not depend on how those are cut.  None where the slowest rank
  /// would not cost less than `limit`.
  std::optional<Section> among_cores(PartitionJudge& judge, Section into_nodes, double limit) const;

 private:
  /// An order of cuts: how many parts it makes along x and along y.
  struct Order {
    std::vector<Cut> cuts;
    int in_x = 1, in_y = 1;
  };
  static std::vector<Order> orders_of(int ranks);
  /// Those whose parts have the shortest sides.
  std::vector<const Order*> suiting(const Box& node, const std::vector<Order>& orders) const;

  /// How a node is best cut, and what its slowest rank then costs; the boxes are those of the nodes
  /// next to it.
  std::optional<std::pair<double, Section>> best_inside(PartitionJudge& judge, const Box& node,
                                                        const std::vector<Order>& orders,
                                                        const std::vector<Box>& beside) const;

  std::vector<int> rooms_;                    // the ranks of each node
  std::map<int, std::vector<Order>> orders_;  // of so many ranks
  std::size_t orders_tried_;  // fewer where there are many ranks, so that it always ends soon
};

}  // namespace seafret
