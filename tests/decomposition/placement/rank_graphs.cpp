// SPDX-License-Identifier: BSD-3-Clause
// Rank orders on graphs made by hand, against all that could have been chosen.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "decomposition/placement/rank_orders/greedy.hpp"
#include "decomposition/placement/rank_orders/mapped.hpp"
#include "tests/decomposition/random_cases.hpp"

namespace seafret {
namespace {

using Edges = std::vector<std::vector<HaloGraph::Edge>>;

void join(Edges& edges, int a, int b, std::int64_t columns) {
  edges[static_cast<std::size_t>(a)].push_back({b, columns});
  edges[static_cast<std::size_t>(b)].push_back({a, columns});
}

Edges random_edges(Random& random, int ranks, int percent) {
  Edges edges(static_cast<std::size_t>(ranks));
  for (int a = 0; a < ranks; ++a)
    for (int b = 0; b < a; ++b)
      if (random.chance(percent)) join(edges, a, b, random.between(1, 1000000));
  return edges;
}

std::vector<int> shuffled(int ranks, Random& random) {
  std::vector<int> all(static_cast<std::size_t>(ranks));
  std::iota(all.begin(), all.end(), 0);
  for (std::size_t r = all.size() - 1; r > 0; --r)
    std::swap(all[r], all[static_cast<std::size_t>(random.between(0, static_cast<int>(r)))]);
  return all;
}

/// As many orders as there are are tried.
std::int64_t least_off_node(const HaloGraph& graph, const std::vector<int>& rooms) {
  std::vector<int> node_of = Nodes::filled(rooms).of_rank();
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  do least = std::min(least, graph.off_node(node_of));
  while (std::ranges::next_permutation(node_of).found);
  return least;
}

/// The plain twin: looks at all ranks for each place.
std::vector<int> plain_greedy(const HaloGraph& graph, const std::vector<int>& rooms) {
  constexpr int nowhere = -1;
  std::vector<int> node_of(static_cast<std::size_t>(graph.ranks()), nowhere);
  const auto with = [&](int rank, int node) {
    std::int64_t columns = 0;
    for (const HaloGraph::Edge& e : graph.of(rank))
      if (node_of[static_cast<std::size_t>(e.to)] == node) columns += e.columns;
    return columns;
  };
  for (int node = 0; node < std::ssize(rooms); ++node)
    for (int n = 0; n < rooms[static_cast<std::size_t>(node)]; ++n) {
      std::pair<std::int64_t, std::int64_t> most{-1, -1};  // with the node, and in all
      int best = nowhere;
      for (int r = 0; r < graph.ranks(); ++r) {
        if (node_of[static_cast<std::size_t>(r)] != nowhere) continue;
        const std::int64_t here = with(r, node);
        const std::pair worth{here, here == 0 ? graph.all_of(r) : 0};
        if (worth > most) {
          most = worth;
          best = r;
        }
      }
      node_of[static_cast<std::size_t>(best)] = node;
    }
  return node_of;
}

TEST_CASE("mapped finds the best of all orders, or nearly") {
  Random random(204);
  int best = 0;
  double excess = 0;
  constexpr int graphs = 100;
  for (int n = 0; n < graphs; ++n) {
    const std::vector<int> rooms =
        n % 2 == 0 ? std::vector{3, 3, 3} : std::vector{random.between(1, 4), 2, 3};
    const HaloGraph graph(
        random_edges(random, std::reduce(rooms.begin(), rooms.end()), random.between(20, 60)));
    const std::int64_t least = least_off_node(graph, rooms),
                       found = graph.off_node(mapped_nodes(graph, rooms).of_rank());
    REQUIRE(found >= least);
    best += found == least;
    excess +=
        static_cast<double>(found - least) / static_cast<double>(std::max<std::int64_t>(1, least));
  }
  CHECK(best >= 88);  // as well as it does it today
  CHECK(excess < 0.028 * graphs);
}

TEST_CASE("groups that exchange much among themselves are found again, however their ranks come") {
  Random random(205);
  int found = 0, found_greedily = 0;
  for (int n = 0; n < 50; ++n) {
    const int groups = random.between(2, 8), size = random.between(2, 6);
    const std::vector<int> rank = shuffled(groups * size, random);
    Edges edges(rank.size());
    for (int a = 0; a < groups * size; ++a)
      for (int b = 0; b < a; ++b) {
        const bool together = a / size == b / size;
        if (together || random.chance(20))
          join(edges, rank[static_cast<std::size_t>(a)], rank[static_cast<std::size_t>(b)],
               together ? 100 : 1);
      }
    const HaloGraph graph(edges);
    std::vector<int> hidden(rank.size());
    for (std::size_t a = 0; a < rank.size(); ++a)
      hidden[static_cast<std::size_t>(rank[a])] = static_cast<int>(a) / size;
    const std::vector<int> rooms(static_cast<std::size_t>(groups), size);
    found += graph.off_node(mapped_nodes(graph, rooms).of_rank()) == graph.off_node(hidden);
    found_greedily +=
        graph.off_node(greedy_nodes(graph, rooms).of_rank()) == graph.off_node(hidden);
  }
  CHECK(found == 50);
  CHECK(found_greedily == 50);
}

TEST_CASE("a lattice whose ranks come in any order is cut nearly as well as into equal squares") {
  Random random(207);
  std::int64_t off_node = 0;
  constexpr int lattices = 10, side = 12, squares = 2 * 2 * side;
  for (int n = 0; n < lattices; ++n) {
    const std::vector<int> rank = shuffled(side * side, random), rooms(9, 16);
    Edges edges(rank.size());
    const auto at = [&](int i, int j) { return rank[static_cast<std::size_t>(j * side + i)]; };
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        if (i > 0) join(edges, at(i - 1, j), at(i, j), 1);
        if (j > 0) join(edges, at(i, j - 1), at(i, j), 1);
      }
    const HaloGraph graph(edges);
    off_node += graph.off_node(mapped_nodes(graph, rooms).of_rank());
  }
  CHECK(off_node >= lattices * squares);
  CHECK(off_node <= 1.19 * lattices * squares);  // as well as it does it today
}

TEST_CASE("greedy takes whom its plain twin takes") {
  Random random(206);
  for (int n = 0; n < 100; ++n) {
    const std::vector<int> rooms{random.between(1, 6), random.between(1, 6), random.between(1, 6)};
    const HaloGraph graph(
        random_edges(random, std::reduce(rooms.begin(), rooms.end()), random.between(10, 60)));
    CAPTURE(n);
    CHECK(greedy_nodes(graph, rooms).of_rank() == plain_greedy(graph, rooms));
  }
}

}  // namespace
}  // namespace seafret
