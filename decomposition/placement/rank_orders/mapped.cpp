// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/placement/rank_orders/mapped.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace seafret {
namespace {

/// Two halves of some ranks, whose sizes never change.
class Halves {
 public:
  /// The first `count` of the ranks are the first half.
  Halves(const HaloGraph& graph, std::vector<int> ranks, std::size_t count)
      : graph_(graph),
        ranks_(std::move(ranks)),
        half_(static_cast<std::size_t>(graph.ranks()), neither) {
    for (std::size_t n = 0; n < ranks_.size(); ++n) half_[index(ranks_[n])] = n < count ? 0 : 1;
  }

  /// Fills the first half anew, always with the rank that exchanges most with what is in it.
  void grow_from(int seed) {
    const auto count = static_cast<std::size_t>(
        std::ranges::count_if(ranks_, [&](int r) { return half_[index(r)] == 0; }));
    for (const int r : ranks_) half_[index(r)] = 1;
    std::vector<std::int64_t> with_it(half_.size(), 0);
    for (std::size_t n = 0; n < count; ++n) {
      int best = seed;
      if (n > 0) best = best_in(1, [&](int r) { return with_it[index(r)]; });
      half_[index(best)] = 0;
      for (const auto& e : graph_.of(best)) with_it[index(e.to)] += e.columns;
    }
  }

  /// Passes of exchanges, also of some that cost, of which the best so far is kept.
  void improve() {
    while (pass()) {
    }
  }

  std::int64_t columns_between() const {
    std::int64_t columns = 0;
    for (const int r : ranks_)
      for (const auto& e : graph_.of(r))
        if (half_[index(r)] == 0 && half_[index(e.to)] == 1) columns += e.columns;
    return columns;
  }
  std::vector<int> of(int half) const {
    std::vector<int> found;
    for (const int r : ranks_)
      if (half_[index(r)] == half) found.push_back(r);
    return found;
  }

 private:
  static constexpr int neither = 2;
  static constexpr int patience = 32;  // exchanges in a row that do not help

  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

  template <class Worth>
  int best_in(int half, Worth worth) const {
    int best = -1;
    for (const int r : ranks_)
      if (half_[index(r)] == half && (best < 0 || worth(r) > worth(best))) best = r;
    return best;
  }
  void flip(int rank, std::vector<std::int64_t>& gain) {
    int& half = half_[index(rank)];
    half = 1 - half;
    gain[index(rank)] = -gain[index(rank)];
    for (const auto& e : graph_.of(rank))
      if (half_[index(e.to)] != neither)
        gain[index(e.to)] += half_[index(e.to)] == half ? -2 * e.columns : 2 * e.columns;
  }

  bool pass() {
    std::vector<std::int64_t> gain(half_.size(), 0);  // less between the halves if it changed them
    std::vector<bool> moved(half_.size(), false);
    for (const int r : ranks_)
      for (const auto& e : graph_.of(r))
        if (half_[index(e.to)] != neither)
          gain[index(r)] += half_[index(e.to)] == half_[index(r)] ? -e.columns : e.columns;
    const auto worth = [&](int r) {
      return moved[index(r)] ? std::numeric_limits<std::int64_t>::min() : gain[index(r)];
    };
    std::vector<int> flips;
    std::int64_t sum = 0, best = 0;
    std::size_t flips_of_best = 0;
    for (int idle = 0; idle < patience; ++idle) {
      for (const int half : {0, 1}) {
        const int r = best_in(half, worth);
        if (r < 0 || moved[index(r)]) return undo(flips, flips_of_best, gain) && best > 0;
        sum += gain[index(r)];
        moved[index(r)] = true;
        flip(r, gain);
        flips.push_back(r);
      }
      if (sum <= best) continue;
      best = sum;
      flips_of_best = flips.size();
      idle = 0;
    }
    return undo(flips, flips_of_best, gain) && best > 0;
  }
  bool undo(std::vector<int>& flips, std::size_t keep, std::vector<std::int64_t>& gain) {
    for (; flips.size() > keep; flips.pop_back()) flip(flips.back(), gain);
    return true;
  }

  const HaloGraph& graph_;
  std::vector<int> ranks_;
  std::vector<int> half_;  // 0, 1, or neither
};

/// The better of two ways to halve: as the ranks come, and by growing from the first.
Halves halve(const HaloGraph& graph, const std::vector<int>& ranks, std::size_t count) {
  Halves as_they_come(graph, ranks, count), grown = as_they_come;
  grown.grow_from(ranks.front());
  as_they_come.improve();
  grown.improve();
  return grown.columns_between() < as_they_come.columns_between() ? grown : as_they_come;
}

void spread(const HaloGraph& graph, const std::vector<int>& ranks, std::span<const int> rooms,
            int first_node, std::vector<int>& node_of) {
  if (rooms.size() == 1) {
    for (const int r : ranks) node_of[static_cast<std::size_t>(r)] = first_node;
    return;
  }
  const std::size_t half = rooms.size() / 2;
  const auto count = static_cast<std::size_t>(
      std::reduce(rooms.begin(), rooms.begin() + static_cast<std::ptrdiff_t>(half)));
  const Halves halves = halve(graph, ranks, count);
  spread(graph, halves.of(0), rooms.first(half), first_node, node_of);
  spread(graph, halves.of(1), rooms.subspan(half), first_node + static_cast<int>(half), node_of);
}

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

Nodes mapped_nodes(const HaloGraph& graph, std::span<const int> rooms) {
  std::vector<int> ranks(static_cast<std::size_t>(graph.ranks()));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> halved(ranks.size()), in_turn = Nodes::filled(rooms).of_rank();
  spread(graph, ranks, rooms, 0, halved);
  for (std::vector<int>* start : {&halved, &in_turn}) swap_until_best(graph, *start);
  return Nodes(graph.off_node(halved) < graph.off_node(in_turn) ? halved : in_turn);
}

}  // namespace seafret
