// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/placement/rank_order.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "decomposition/partition/judge.hpp"
#include "decomposition/placement/rank_orders/mapped.hpp"
#include "tests/decomposition/random_cases.hpp"

namespace seafret {
namespace {

/// A sea cut by cuts that anybody might have made, in any order.
Decomposition random_cuts(Random& random) {
  Grid g = random_grid(random, 30);
  g.cells = random_mask(g.nx, g.ny, random.between(30, 100), random);
  return {g, random_partition(g, random.between(1, 40), random)};
}

/// The plain twin: for each wet column in another's halo, once.
std::int64_t columns_between(const Decomposition& d, int a, int b) {
  std::int64_t count = 0;
  for (const auto& [to, from] : {std::pair(a, b), std::pair(b, a)})
    for (const Piece& p : pieces(d, to, from, Halo::all(1))) {
      const Box box = p.box.shifted(p.dx, p.dy);
      for (int j = box.y0; j < box.y1; ++j)
        for (int i = box.x0; i < box.x1; ++i) count += d.grid().cell(i, j) == Cell::wet;
    }
  return count;
}

std::vector<int> random_rooms(Random& random, int ranks) {
  std::vector<int> room;
  for (int left = ranks; left > 0; left -= room.back())
    room.push_back(std::min(left, random.between(1, 9)));
  return room;
}

TEST_CASE("the graph holds what each two ranks exchange") {
  Random random(201);
  for (int n = 0; n < 40; ++n) {
    const Decomposition d = random_cuts(random);
    const HaloGraph graph(d);
    CAPTURE(n);
    for (int a = 0; a < d.ranks(); ++a)
      for (int b = 0; b < d.ranks(); ++b) {
        std::int64_t found = 0;
        for (const auto& edge : graph.of(a))
          if (edge.to == b) found += edge.columns;
        if (a != b) CHECK(found == columns_between(d, a, b));
      }
  }
}

TEST_CASE("every order fills every node, and mapped ranks send no more between nodes") {
  Random random(202);
  int better = 0;
  for (int n = 0; n < 100; ++n) {
    const HaloGraph graph(random_cuts(random));
    const std::vector<int> rooms = random_rooms(random, graph.ranks());
    CAPTURE(n);
    for (const std::string& name : rank_orders().names()) {
      CAPTURE(name);
      CHECK(rank_orders().at(name).nodes(graph, rooms).rooms() == rooms);
    }
    const auto off_node = [&](const char* name) {
      return graph.off_node(rank_orders().at(name).nodes(graph, rooms).of_rank());
    };
    CHECK(off_node("mapped") <= off_node("none"));
    better += off_node("mapped") < off_node("none");
  }
  CHECK(better > 50);
}

TEST_CASE("no exchange of two ranks helps any more") {
  Random random(203);
  for (int n = 0; n < 40; ++n) {
    const HaloGraph graph(random_cuts(random));
    std::vector<int> node_of = Nodes::filled(random_rooms(random, graph.ranks())).of_rank();
    swap_until_best(graph, node_of);
    const std::int64_t best = graph.off_node(node_of);
    for (std::size_t a = 0; a < node_of.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        std::vector<int> other = node_of;
        std::swap(other[a], other[b]);
        REQUIRE(graph.off_node(other) >= best);
      }
  }
}

TEST_CASE("the greedy order begins with the rank that exchanges most") {
  // Three in a row, the middle one exchanges most: it takes the first of its equal neighbours.
  const Grid g{.nx = 9, .ny = 4, .nz = 1, .periodic_x = false, .periodic_y = false};
  const Decomposition d(g, {{0, 3, 0, 4}, {3, 6, 0, 4}, {6, 9, 0, 4}});
  const std::vector<int> rooms = {2, 1};
  CHECK(rank_orders().at("greedy").nodes(HaloGraph(d), rooms) == Nodes(3, 2));
}

TEST_CASE("the search judges by the nodes that ranks are on") {
  const Grid g{.nx = 8, .ny = 3, .nz = 1, .periodic_x = false, .periodic_y = false};
  PartitionJudge apart(g, Nodes(std::vector{0, 1}), {.cost = "off"}),
      together(g, 2, {.cost = "off"});
  const std::vector<Box> halves = {{0, 4, 0, 3}, {4, 8, 0, 3}};
  CHECK(apart.cost(apart.loads(halves)) == 3);
  CHECK(together.cost(together.loads(halves)) == 0);
}

}  // namespace
}  // namespace seafret
