// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "decomposition/partition/partitioner.hpp"
#include "tests/decomposition/partition/partitions.hpp"
#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

/// The plain twin: every order, each judged from scratch.
template <class Orders>
Found plain_best(const Grid& grid, const Nodes& nodes, const PartitionOptions& options,
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
    const std::vector<int>& node_of = nodes.of_rank();
    LoadCounter count(grid);
    const double cost = costs().at(options.cost)(count(boxes, node_of), node_of, options.weights);
    if (cost < best.cost) best = {cost, i};
  }
  return best;
}

/// Whether one searcher, three and sixteen come to what the plain twin found, if it found anything.
template <class Orders>
bool as_the_plain_twin(const Grid& grid, const Nodes& nodes, PartitionOptions options,
                       Orders orders) {
  const Found expected = plain_best(grid, nodes, options, orders);
  for (const int searchers : {1, 3, 16}) {
    Found best{std::numeric_limits<double>::infinity(), -1};
    for (int r = 0; r < searchers; ++r) {
      options.searchers = {.rank = r, .size = searchers};
      PartitionJudge judge(grid, nodes, options);
      if (const auto mine = best_of(judge, candidates_of(orders))) best = std::min(best, *mine);
    }
    CHECK(best == expected);
  }
  return expected.number >= 0;
}

double cost_of(PartitionJudge& judge, const std::vector<Box>& boxes) {
  return judge.cost(judge.loads(boxes));
}

}  // namespace

TEST_CASE("a search finds what looking at every order finds, whoever shares it") {
  Random random(81);
  int found = 0;
  for (int n = 0; n < 15; ++n) {
    const Grid g = random_sea(random, 12, 60);
    const int ranks = random.between(1, 24);
    for (const std::string& cost : costs().names()) {
      const Nodes nodes(ranks, random.between(0, 8));
      CAPTURE(n);
      CAPTURE(cost);
      found += as_the_plain_twin(g, nodes, {.cost = cost}, TurnByTurn(ranks));
      found += as_the_plain_twin(g, nodes, {.cost = cost}, AnyDimension(ranks));
    }
  }
  CHECK(found > 180);
}

TEST_CASE("refinement never makes a partition dearer, and often cheaper") {
  Random random(83);
  int better = 0, refinable = 0;
  double left = 0;
  for (int n = 0; n < 30; ++n) {
    const Grid g = random_sea(random, 40, 90);
    const int ranks = 2 * random.between(2, 12);
    PartitionJudge judge(g, {ranks, 4}, {.narrowest = 1});
    const Section section = equal_sections(default_cuts(ranks));
    const auto before = judge.boxes(section);
    if (!before) continue;
    const auto after = judge.boxes(refined(judge, section));
    CAPTURE(n);
    REQUIRE(after);
    CHECK(cost_of(judge, *after) <= cost_of(judge, *before));
    better += cost_of(judge, *after) < 0.98 * cost_of(judge, *before);
    ++refinable;
    left += cost_of(judge, *after) / cost_of(judge, *before);
  }
  CHECK(better > 10);
  CHECK(left / refinable < 0.8911);  // of the cost; who refines less leaves more
}

TEST_CASE("what a candidate must cost less than is told to those that follow") {
  const Grid g{.nx = 12, .ny = 12, .nz = 1};
  std::vector<double> limits;
  const Candidates three{.size = 3,
                         .at =
                             [&](PartitionJudge&, std::int64_t, double limit) {
                               limits.push_back(limit);
                               return std::optional<Section>(Section{});
                             },
                         .ordering = nullptr};
  PartitionJudge judge(g, 1, {.cost = "wet"});
  CHECK(best_of(judge, three) == Found{144, 0});
  CHECK(limits == std::vector<double>{no_limit, 144, 144});
}

TEST_CASE("every partitioner that searches comes to the same with any number of searchers") {
  constexpr unsigned seed = 86;
  Random random(seed);
  for (int n = 0; n < 6; ++n) {
    const Grid g = random_sea(random, 60, 120);
    const int ranks = random.between(8, 60);
    const Nodes nodes(ranks, random.between(2, 12));
    for (const std::string& name : partitioners().names()) {
      const Partitioner& partitioner = partitioners().at(name);
      if (partitioner.candidates == nullptr) continue;
      const Candidates candidates = partitioner.candidates(nodes);
      CAPTURE(seed);
      CAPTURE(n);
      CAPTURE(name);
      std::optional<Found> alone;
      for (const int searchers : {1, 2, 7}) {
        std::optional<Found> best;
        for (int r = 0; r < searchers; ++r) {
          PartitionJudge judge(g, nodes, {.searchers = {r, searchers}});
          const auto mine = best_of(judge, candidates);
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
      PartitionOptions options{.cost = cost};
      const int cores = random.between(2, 9), ranks = 2 * random.between(2, 15);
      const Nodes nodes(ranks, cores);
      CAPTURE(seed);
      CAPTURE(name);
      CAPTURE(cost);
      try {
        const std::vector<Box> before =
            search_partition(g, nodes, options, partitioner.candidates(nodes));
        options.refine = true;
        const std::vector<Box> after = partitioner(g, nodes, options);
        PartitionJudge judge(g, nodes, options);
        CHECK(cost_of(judge, after) <= cost_of(judge, before));
        CHECK(cells_not_owned_once(g, after) == 0);
      } catch (const InputError& error) {
        MESSAGE(name << ", " << ranks << " ranks: " << std::string(error.what()));
      }
    }
}
