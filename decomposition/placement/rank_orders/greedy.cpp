// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/placement/rank_orders/greedy.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace seafret {
namespace {

constexpr int nowhere = -1;

class Filler {
 public:
  explicit Filler(const HaloGraph& graph)
      : graph_(graph),
        by_weight_(static_cast<std::size_t>(graph.ranks())),
        node_of_(by_weight_.size(), nowhere),
        with_node_(by_weight_.size()) {
    std::iota(by_weight_.begin(), by_weight_.end(), 0);
    std::ranges::stable_sort(by_weight_, std::greater{}, [&](int r) { return graph.all_of(r); });
  }

  void fill(int node, int room) {
    beside_.clear();
    std::ranges::fill(with_node_, 0);
    for (int n = 0; n < room; ++n) {
      const int next = beside_.empty() ? heaviest_left() : closest();
      std::erase(beside_, next);
      node_of_[index(next)] = node;
      for (const HaloGraph::Edge& e : graph_.of(next)) {
        if (node_of_[index(e.to)] == nowhere && with_node_[index(e.to)] == 0)
          beside_.push_back(e.to);
        with_node_[index(e.to)] += e.columns;
      }
    }
  }
  std::vector<int> take() { return std::move(node_of_); }

 private:
  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

  int heaviest_left() {
    while (node_of_[index(by_weight_[first_left_])] != nowhere) ++first_left_;
    return by_weight_[first_left_];
  }
  int closest() const {
    return *std::ranges::max_element(beside_, {}, [&](int r) { return with_node_[index(r)]; });
  }

  const HaloGraph& graph_;
  std::vector<int> by_weight_, node_of_;
  std::size_t first_left_ = 0;
  std::vector<int> beside_;              // not placed, neighbours of what is on the node
  std::vector<std::int64_t> with_node_;  // what each rank exchanges with those on the node
};

}  // namespace

Nodes greedy_nodes(const HaloGraph& graph, std::span<const int> rooms) {
  Filler filler(graph);
  for (std::size_t n = 0; n < rooms.size(); ++n) filler.fill(static_cast<int>(n), rooms[n]);
  return Nodes(filler.take());
}

}  // namespace seafret
