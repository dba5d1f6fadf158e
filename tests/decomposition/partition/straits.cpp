// SPDX-License-Identifier: BSD-3-Clause
// What the partitioner that looks for straits finds where there are some.
#include <doctest/doctest.h>

#include <cmath>

#include "decomposition/partition/partitioner.hpp"
#include "decomposition/partition/search.hpp"

using namespace seafret;

namespace {

/// Basins of so many columns by so many, in a row, with a strait two columns wide between each two.
Grid basins(int count, int size, bool in_x) {
  const int length = count * (size + 1) - 1;
  Grid g{.nx = in_x ? length : size,
         .ny = in_x ? size : length,
         .nz = 1,
         .periodic_x = false,
         .periodic_y = false};
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i) {
      const int along = in_x ? i : j, across = in_x ? j : i;
      const bool strait = across == size / 2 || across == size / 2 + 1;
      g.cells.push_back((along + 1) % (size + 1) != 0 || strait ? Cell::wet : Cell::dry);
    }
  return g;
}

/// Two basins, the western one so many columns wide, and a strait between them.
Grid with_strait(int wall) {
  Grid g{.nx = 100, .ny = 50, .nz = 1, .periodic_x = false, .periodic_y = false};
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i)
      g.cells.push_back(i != wall || j == 20 || j == 21 ? Cell::wet : Cell::dry);
  return g;
}

}  // namespace

TEST_CASE("where the sea is narrow fewer columns leave the nodes than with equal shares") {
  const Grid g = with_strait(51);
  const PartitionOptions options{.cost = "node"};
  const auto off_node = [&](const char* name) {
    PartitionJudge judge(g, {8, 4}, options);
    std::int64_t columns = 0;
    for (const Load& load : judge.loads(partitioners().at(name)(g, {8, 4}, options)))
      columns += load.halo_off;
    return columns;
  };
  CHECK(off_node("straits") <= 6);  // two wet columns have four and two beside them
  CHECK(off_node("two_level") >= 98);
}

TEST_CASE("the first border tried is the strait, whichever way it lies") {
  const Nodes nodes(16, 1);
  for (const bool in_x : {true, false}) {
    const Grid g = basins(2, 50, in_x);
    PartitionJudge judge(g, nodes, {.cost = "node"});
    const auto first = partitioners().at("straits").candidates(nodes).at(judge, 0, no_limit);
    REQUIRE(first);
    CHECK(first->along_x == in_x);
    const std::vector<Box> parts = parts_of(judge.wet(), g.box(), *first);
    REQUIRE(parts.size() == 2);
    const int line = in_x ? parts[0].x1 : parts[0].y1;
    CHECK(line >= 50);
    CHECK(line <= 51);
  }
}

TEST_CASE("a strait that would give a node too much or too little of the sea is left alone") {
  const Nodes nodes(std::vector{0, 1, 1, 1});
  for (const int wall : {20, 29}) {
    const Grid g = with_strait(wall);
    const CellCount wet(g, Cell::wet);
    const std::vector<Box> boxes = partitioners().at("straits")(g, nodes, {.cost = "off"});
    CAPTURE(wall);
    const double share = static_cast<double>(wet(boxes[0])) / static_cast<double>(wet(g.box()));
    CHECK(std::abs(share / 0.25 - 1) < 0.08);
  }
}

TEST_CASE("four basins go to four nodes") {
  for (const bool in_x : {true, false}) {
    const Grid g = basins(4, 20, in_x);
    const Nodes nodes(8, 2);
    PartitionJudge judge(g, nodes, {.cost = "node"});
    std::int64_t off_node = 0;
    for (const Load& load : judge.loads(partitioners().at("straits")(g, nodes, {.cost = "node"})))
      off_node += load.halo_off;
    CHECK(off_node <= 3 * 6);
  }
}
