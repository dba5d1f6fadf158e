// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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
  /// edges[r] are those of rank r; each must stand with both its ends.
  explicit HaloGraph(std::vector<std::vector<Edge>> edges) : edges_(std::move(edges)) {}
  int ranks() const { return static_cast<int>(edges_.size()); }
  std::span<const Edge> of(int rank) const { return edges_[static_cast<std::size_t>(rank)]; }
  std::int64_t all_of(int rank) const;
  /// What goes between nodes.
  std::int64_t off_node(std::span<const int> node_of) const;

 private:
  std::vector<std::vector<Edge>> edges_;
};

}  // namespace seafret
