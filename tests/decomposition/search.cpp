// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "decomposition/grid/decomposition.hpp"
#include "decomposition/partition/refine.hpp"
#include "tests/decomposition/partitions.hpp"
#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

Grid random_sea(Random& random, int shortest, int longest) {
  Grid g{.nx = random.between(shortest, longest),
         .ny = random.between(shortest, longest),
         .nz = 1,
         .periodic_x = random.chance(30),
         .periodic_y = random.chance(30)};
  if (random.chance(80)) g.cells = coast(g.nx, g.ny, random);
  return g;
}

/// The plain twin: every order, each judged from scratch.
template <class Orders>
Found plain_best(const Grid& grid, int ranks, const PartitionOptions& options,
                 const Orders& orders) {
  Found best{std::numeric_limits<double>::infinity(), -1};
  for (std::int64_t i = 0; i < orders.size(); ++i) {
    const CellCount wet(grid, Cell::wet);
    std::vector<Box> boxes = divide(wet, grid.box(), equal_sections(orders.at(i)));
    if (std::ranges::any_of(boxes, [&](const Box& b) {
          return b.width() < options.narrowest || b.height() < options.narrowest || wet(b) == 0;
        }))
      continue;
    trim(wet, boxes);
    const std::vector<int> nodes = nodes_of(ranks, options.cores_per_node);
    LoadCounter count(grid);
    const double cost = costs().at(options.cost)(count(boxes, nodes), nodes, options.weights);
    if (cost < best.cost) best = {cost, i};
  }
  return best;
}

/// Whether one searcher, three and sixteen come to what the plain twin found, if it found anything.
template <class Orders>
bool as_the_plain_twin(const Grid& grid, int ranks, PartitionOptions options, Orders orders) {
  const Found expected = plain_best(grid, ranks, options, orders);
  for (const int searchers : {1, 3, 16}) {
    Found best{std::numeric_limits<double>::infinity(), -1};
    for (int r = 0; r < searchers; ++r) {
      options.searchers = {.rank = r, .size = searchers};
      PartitionSearch search(grid, ranks, options);
      if (const auto mine = best_of(search, candidates_of(orders))) best = std::min(best, *mine);
    }
    CHECK(best == expected);
  }
  return expected.number >= 0;
}

double cost_of(PartitionSearch& search, const std::vector<Box>& boxes) {
  return search.cost(search.loads(boxes));
}

}  // namespace

TEST_CASE("a search finds what looking at every order finds, whoever shares it") {
  Random random(81);
  int found = 0;
  for (int n = 0; n < 15; ++n) {
    const Grid g = random_sea(random, 12, 60);
    const int ranks = random.between(1, 24);
    for (const std::string& cost : costs().names()) {
      const PartitionOptions options{.cores_per_node = random.between(0, 8), .cost = cost};
      CAPTURE(n);
      CAPTURE(cost);
      found += as_the_plain_twin(g, ranks, options, TurnByTurn(ranks));
      found += as_the_plain_twin(g, ranks, options, AnyDimension(ranks));
    }
  }
  CHECK(found > 180);
}

TEST_CASE("every partitioner gives each wet cell one owner, and every rank something") {
  Random random(82);
  int refused = 0;
  for (int n = 0; n < 60; ++n) {
    const Grid g = random_sea(random, 20, 90);
    const int ranks = random.chance(50) ? random.between(1, 12) : random.between(13, 60);
    for (const std::string& name : partitioners().names())
      for (const bool refine : {false, true}) {
        const PartitionOptions options{.cores_per_node = random.between(0, 9), .refine = refine};
        CAPTURE(n);
        CAPTURE(name);
        CAPTURE(ranks);
        try {
          const std::vector<Box> boxes = partitioners().at(name)(g, ranks, options);
          CHECK(static_cast<int>(boxes.size()) == ranks);
          CHECK(cells_not_owned_once(g, boxes) == 0);
          if (name != "blocks")
            for (const Box& b : boxes) CHECK(CellCount(g, Cell::wet)(b) > 0);
        } catch (const InputError&) {
          ++refused;
        }
      }
  }
  CHECK(refused < 30);  // large primes on small seas
}

TEST_CASE("refinement never makes a partition dearer, and often cheaper") {
  Random random(83);
  int better = 0;
  for (int n = 0; n < 30; ++n) {
    const Grid g = random_sea(random, 40, 90);
    const int ranks = 2 * random.between(2, 12);
    PartitionSearch search(g, ranks, {.cores_per_node = 4, .narrowest = 1});
    const Section section = equal_sections(default_cuts(ranks));
    const auto before = search.boxes(section);
    if (!before) continue;
    const auto after = search.boxes(refined(search, section));
    CAPTURE(n);
    REQUIRE(after);
    CHECK(cost_of(search, *after) <= cost_of(search, *before));
    better += cost_of(search, *after) < 0.98 * cost_of(search, *before);
  }
  CHECK(better > 10);
}

TEST_CASE("two levels: the ranks of a node lie in one box, that of the other nodes beside it") {
  Random random(84);
  for (int n = 0; n < 20; ++n) {
    const Grid g = random_sea(random, 60, 90);
    const int cores = random.between(2, 6), ranks = random.between(cores + 1, 30);
    CAPTURE(ranks);
    CAPTURE(cores);
    const std::vector<Box> boxes =
        partitioners().at("two_level")(g, ranks, {.cores_per_node = cores});
    std::vector<Box> nodes;
    for (std::size_t r = 0; r < boxes.size(); ++r) {
      const std::size_t node = r / static_cast<std::size_t>(cores);
      nodes.resize(std::max(nodes.size(), node + 1));
      nodes[node] = hull(nodes[node], boxes[r]);
    }
    for (std::size_t a = 0; a < nodes.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) CHECK(intersection(nodes[a], nodes[b]).empty());
  }
}

TEST_CASE("any number of ranks up to 4096 is served, with each wet cell owned once, or refused") {
  constexpr unsigned seed = 85;
  Random random(seed);
  int served = 0;
  for (const int most : {8, 64, 512, 4096}) {
    Grid g = random_sea(random, 100, 260);
    if (most == 64) g.cells = random_mask(g.nx, g.ny, 60, random);
    for (const std::string& name : partitioners().names()) {
      const int ranks = random.between(most / 8, most);
      const PartitionOptions options{.cores_per_node = random.between(0, 40),
                                     .refine = random.chance(50)};
      CAPTURE(seed);
      CAPTURE(name);
      CAPTURE(ranks);
      CAPTURE(options.cores_per_node);
      try {
        const std::vector<Box> boxes = partitioners().at(name)(g, ranks, options);
        REQUIRE(static_cast<int>(boxes.size()) == ranks);
        CHECK(cells_not_owned_once(g, boxes) == 0);
        ++served;
      } catch (const InputError& error) {
        MESSAGE(name << ", " << ranks << " ranks: " << std::string(error.what()));
      }
    }
  }
  CHECK(served > 15);
}

TEST_CASE("every partitioner that searches comes to the same with any number of searchers") {
  constexpr unsigned seed = 86;
  Random random(seed);
  for (int n = 0; n < 6; ++n) {
    const Grid g = random_sea(random, 60, 120);
    const int ranks = random.between(8, 60), cores = random.between(2, 12);
    for (const std::string& name : partitioners().names()) {
      const Partitioner& partitioner = partitioners().at(name);
      if (partitioner.candidates == nullptr) continue;
      const Candidates candidates = partitioner.candidates(ranks, cores);
      CAPTURE(seed);
      CAPTURE(n);
      CAPTURE(name);
      std::optional<Found> alone;
      for (const int searchers : {1, 2, 7}) {
        std::optional<Found> best;
        for (int r = 0; r < searchers; ++r) {
          PartitionSearch search(g, ranks, {.cores_per_node = cores, .searchers = {r, searchers}});
          const auto mine = best_of(search, candidates);
          if (mine && (!best || *mine < *best)) best = mine;
        }
        if (searchers == 1) alone = best;
        CHECK(best == alone);
      }
    }
  }
}

TEST_CASE("refinement leaves what every partitioner found no dearer, by every cost") {
  constexpr unsigned seed = 87;
  Random random(seed);
  for (const std::string& cost : costs().names())
    for (const std::string& name : partitioners().names()) {
      const Partitioner& partitioner = partitioners().at(name);
      if (partitioner.candidates == nullptr) continue;
      const Grid g = random_sea(random, 60, 120);
      PartitionOptions options{.cores_per_node = random.between(2, 9), .cost = cost};
      const int ranks = 2 * random.between(2, 15);
      CAPTURE(seed);
      CAPTURE(name);
      CAPTURE(cost);
      try {
        const std::vector<Box> before = search_partition(
            g, ranks, options, partitioner.candidates(ranks, options.cores_per_node));
        options.refine = true;
        const std::vector<Box> after = partitioner(g, ranks, options);
        PartitionSearch search(g, ranks, options);
        CHECK(cost_of(search, after) <= cost_of(search, before));
        CHECK(cells_not_owned_once(g, after) == 0);
      } catch (const InputError& error) {
        MESSAGE(name << ", " << ranks << " ranks: " << std::string(error.what()));
      }
    }
}

TEST_CASE("where the sea is narrow fewer points leave the nodes than with equal shares") {
  // Two basins, the western one a little larger, and a strait between them.
  Grid g{.nx = 100, .ny = 50, .nz = 1, .periodic_x = false, .periodic_y = false};
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i)
      g.cells.push_back(i != 51 || j == 20 || j == 21 ? Cell::wet : Cell::dry);
  const PartitionOptions options{.cores_per_node = 4, .cost = "node"};
  const auto off_node = [&](const char* name) {
    PartitionSearch search(g, 8, options);
    std::int64_t points = 0;
    for (const Load& load : search.loads(partitioners().at(name)(g, 8, options)))
      points += load.halo_off;
    return points;
  };
  CHECK(off_node("straits") <= 6);  // two wet columns have four and two beside them
  CHECK(off_node("two_level") >= 98);
}

TEST_CASE("a prime number of ranks on a narrow sea is refused, naming numbers that are feasible") {
  const Grid narrow{.nx = 30, .ny = 30, .nz = 1, .periodic_x = false, .periodic_y = false};
  for (const std::string& name : partitioners().names()) {
    const Partitioner& partitioner = partitioners().at(name);
    CAPTURE(name);
    CHECK_THROWS_AS(partitioner(narrow, 101, {.cores_per_node = 101}), InputError);
    CHECK_THROWS_AS(partitioner(narrow, 901, {.cores_per_node = 8}), InputError);
    if (partitioner.cut != nullptr) continue;
    CHECK_THROWS_WITH_AS(partitioner(narrow, 101, {.cores_per_node = 101}),
                         doctest::Contains("100 or 102 ranks have one"), InputError);
    CHECK_THROWS_WITH_AS(partitioner(narrow, 901, {.cores_per_node = 901}),
                         doctest::Contains("900 ranks have one"), InputError);
  }
}

TEST_CASE("where no partition is feasible the message says how many ranks have one") {
  const Grid narrow{.nx = 40, .ny = 2, .nz = 1, .periodic_x = false, .periodic_y = false};
  CHECK_THROWS_WITH_AS(partitioners().at("footnote3")(narrow, 82),
                       doctest::Contains("80 ranks have one"), InputError);
  CHECK(partitioners().at("footnote3")(narrow, 80).size() == 80);
  Grid dry = narrow;
  dry.cells.assign(80, Cell::dry);
  CHECK_THROWS_AS(partitioners().at("two_level")(dry, 1), InputError);
}
