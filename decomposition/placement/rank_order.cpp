// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/placement/rank_order.hpp"

#include <algorithm>
#include <map>

namespace seafret {
namespace {

std::int64_t wet_columns(const Grid& grid, const Piece& piece) {
  if (grid.cells.empty()) return piece.box.area();
  const Box b = piece.box.shifted(piece.dx, piece.dy);
  std::int64_t count = 0;
  for (int j = b.y0; j < b.y1; ++j)
    for (int i = b.x0; i < b.x1; ++i) count += grid.cell(i, j) == Cell::wet;
  return count;
}

/// Exchanges pairs of ranks on two nodes where that helps.
class Swapper {
 public:
  Swapper(const HaloGraph& graph, std::vector<int>& node_of) : graph_(graph), node_of_(node_of) {
    for (int r = 0; r < graph.ranks(); ++r) {
      const auto here = static_cast<std::size_t>(node(r));
      if (here >= members_.size()) members_.resize(here + 1);
      members_[here].push_back(r);
    }
  }
  void run() {
    for (bool better = true; better;) {
      better = false;
      for (int r = 0; r < graph_.ranks(); ++r) better |= move_to_friends(r);
    }
  }

 private:
  int node(int rank) const { return node_of_[static_cast<std::size_t>(rank)]; }

  std::int64_t columns_with(int rank, int node_asked) const {
    std::int64_t columns = 0;
    for (const auto& e : graph_.of(rank))
      if (node(e.to) == node_asked) columns += e.columns;
    return columns;
  }
  std::int64_t gain(int rank, int to) const {
    return columns_with(rank, to) - columns_with(rank, node(rank));
  }
  std::int64_t between(int a, int b) const {
    for (const auto& e : graph_.of(a))
      if (e.to == b) return e.columns;
    return 0;
  }

  /// Tries to bring a rank to a node where it has neighbours, for some rank there.
  bool move_to_friends(int rank) {
    for (const auto& e : graph_.of(rank)) {
      const int home = node(rank), away = node(e.to);
      if (away == home) continue;
      const std::int64_t mine = gain(rank, away);
      for (int& other : members_[static_cast<std::size_t>(away)]) {
        if (mine + gain(other, home) - 2 * between(rank, other) <= 0) continue;
        exchange(rank, other);
        return true;
      }
    }
    return false;
  }
  void exchange(int rank, int& other) {
    auto& home = members_[static_cast<std::size_t>(node(rank))];
    std::swap(node_of_[static_cast<std::size_t>(rank)], node_of_[static_cast<std::size_t>(other)]);
    std::swap(*std::ranges::find(home, rank), other);
  }

  const HaloGraph& graph_;
  std::vector<int>& node_of_;
  std::vector<std::vector<int>> members_;  // of each node
};

}  // namespace

HaloGraph::HaloGraph(const Decomposition& d) : edges_(static_cast<std::size_t>(d.ranks())) {
  const Halo halo = Halo::all(1);
  for (int r = 0; r < d.ranks(); ++r)
    for (const int other : d.neighbours(r, halo)) {
      if (other < r) continue;
      std::int64_t columns = 0;
      for (const Piece& p : pieces(d, r, other, halo)) columns += wet_columns(d.grid(), p);
      for (const Piece& p : pieces(d, other, r, halo)) columns += wet_columns(d.grid(), p);
      if (columns == 0) continue;
      edges_[static_cast<std::size_t>(r)].push_back({other, columns});
      edges_[static_cast<std::size_t>(other)].push_back({r, columns});
    }
}

std::int64_t HaloGraph::all_of(int rank) const {
  std::int64_t columns = 0;
  for (const Edge& e : of(rank)) columns += e.columns;
  return columns;
}

std::int64_t HaloGraph::off_node(std::span<const int> node_of) const {
  std::int64_t columns = 0;
  for (int r = 0; r < ranks(); ++r)
    for (const Edge& e : of(r))
      if (r < e.to &&
          node_of[static_cast<std::size_t>(r)] != node_of[static_cast<std::size_t>(e.to)])
        columns += e.columns;
  return columns;
}

std::vector<int> rooms(int ranks, int cores_per_node) {
  const int most = cores_per_node > 0 ? cores_per_node : ranks;
  std::vector<int> room;
  for (; ranks > 0; ranks -= most) room.push_back(std::min(most, ranks));
  return room;
}

std::vector<int> fill_in_turn(std::span<const int> room) {
  std::vector<int> node_of;
  for (std::size_t n = 0; n < room.size(); ++n)
    node_of.insert(node_of.end(), static_cast<std::size_t>(room[n]), static_cast<int>(n));
  return node_of;
}

void swap_until_best(const HaloGraph& graph, std::vector<int>& node_of) {
  Swapper(graph, node_of).run();
}

}  // namespace seafret
