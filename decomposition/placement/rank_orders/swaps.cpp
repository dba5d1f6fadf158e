// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/placement/rank_orders/swaps.hpp"

#include <algorithm>
#include <utility>

#include "decomposition/partition/nodes.hpp"

namespace seafret {
namespace {

/// Exchanges pairs of ranks on two nodes where that helps.
class Swapper {
 public:
  Swapper(const HaloGraph& graph, std::vector<int>& node_of)
      : graph_(graph), node_of_(node_of), members_(Nodes(node_of).members()) {}
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

void swap_until_best(const HaloGraph& graph, std::vector<int>& node_of) {
  Swapper(graph, node_of).run();
}

}  // namespace seafret
