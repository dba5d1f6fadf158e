// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "decomposition/base/registry.hpp"
#include "decomposition/grid/decomposition.hpp"

namespace seafret {

/// How many wet columns each two ranks exchange, both ways together, at a halo of one column.
class HaloGraph {
 public:
  struct Edge {
    int to = 0;
    std::int64_t columns = 0;
  };

  explicit HaloGraph(const Decomposition& d);
  int ranks() const { return static_cast<int>(edges_.size()); }
  std::span<const Edge> of(int rank) const { return edges_[static_cast<std::size_t>(rank)]; }
  std::int64_t all_of(int rank) const;
  /// What goes between nodes.
  std::int64_t off_node(std::span<const int> node_of) const;

 private:
  std::vector<std::vector<Edge>> edges_;
};

/// Decides which ranks share a node.
struct RankOrder {
  std::string what;
  /// On which node each rank goes; room[n] ranks go on node n.
  std::vector<int> (*node_of)(const HaloGraph& graph, std::span<const int> room);
};
Registry<RankOrder>& rank_orders();

/// So many ranks on nodes of so many cores, the last of which may have fewer; 0 is one node.
std::vector<int> rooms(int ranks, int cores_per_node);

/// Fills one node after the other with the ranks as they come.
std::vector<int> fill_in_turn(std::span<const int> room);

/// Exchanges ranks between nodes for as long as that makes less go between them.
void swap_until_best(const HaloGraph& graph, std::vector<int>& node_of);

}  // namespace seafret
