// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/partitioners/blocks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/decomposition/partition/partitions.hpp"
#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

/// Half the outline of the largest block of px * py ones, or 0 where the grid is too small.
int outline(const Grid& g, int px, int py) {
  if (px > g.nx || py > g.ny) return 0;
  int width = 0, height = 0;
  for (int p = 0; p < px; ++p) width = std::max(width, g.nx * (p + 1) / px - g.nx * p / px);
  for (int q = 0; q < py; ++q) height = std::max(height, g.ny * (q + 1) / py - g.ny * q / py);
  return width + height;
}

int shortest_outline(const Grid& g, int ranks) {
  int shortest = 0;
  for (int px = 1; px <= ranks; ++px)
    if (const int o = ranks % px == 0 ? outline(g, px, ranks / px) : 0; o > 0)
      shortest = shortest == 0 ? o : std::min(shortest, o);
  return shortest;
}

/// How many different columns of blocks there are.
int columns(const std::vector<Box>& boxes) {
  std::set<int> edges;
  for (const Box& b : boxes) edges.insert(b.x0);
  return static_cast<int>(edges.size());
}

}  // namespace

TEST_CASE("blocks cover the whole grid once, with sizes that differ by one line at most") {
  Random random(41);
  for (int n = 0; n < 500; ++n) {
    const Grid g{.nx = random.between(1, 40), .ny = random.between(1, 40), .nz = 1};
    const int ranks = random.between(1, 30);
    CAPTURE(g.nx);
    CAPTURE(g.ny);
    CAPTURE(ranks);
    if (shortest_outline(g, ranks) == 0) {
      CHECK_THROWS_AS(blocks(g, ranks), InputError);
      continue;
    }
    const std::vector<Box> boxes = blocks(g, ranks);
    REQUIRE(static_cast<int>(boxes.size()) == ranks);
    CHECK(
        std::ranges::all_of(owners_of_each_cell(g, boxes), [](int owners) { return owners == 1; }));
    const auto widths = std::ranges::minmax(boxes, {}, &Box::width);
    const auto heights = std::ranges::minmax(boxes, {}, &Box::height);
    CHECK(widths.max.width() - widths.min.width() <= 1);
    CHECK(heights.max.height() - heights.min.height() <= 1);
    CHECK(widths.max.width() + heights.max.height() == shortest_outline(g, ranks));
  }
}

TEST_CASE("blocks are numbered along x first") {
  const std::vector<Box> boxes = blocks(Grid{.nx = 13, .ny = 7, .nz = 1}, 6);
  CHECK(columns(boxes) == 3);
  CHECK(boxes == std::vector<Box>{{0, 4, 0, 3},
                                  {4, 8, 0, 3},
                                  {8, 13, 0, 3},  //
                                  {0, 4, 3, 7},
                                  {4, 8, 3, 7},
                                  {8, 13, 3, 7}});
}

TEST_CASE("on a tie there are more blocks in y than in x") {
  CHECK(columns(blocks(Grid{.nx = 12, .ny = 12, .nz = 1}, 2)) == 1);
  CHECK(columns(blocks(Grid{.nx = 12, .ny = 12, .nz = 1}, 6)) == 2);
}

TEST_CASE("blocks look at the shape of the grid, not at its mask") {
  Grid g{.nx = 32, .ny = 16, .nz = 1};
  CHECK(columns(blocks(g, 2)) == 2);
  g.cells.assign(32 * 16, Cell::dry);
  CHECK(columns(blocks(g, 2)) == 2);
}

TEST_CASE("a count of ranks that cannot be laid out is refused with the sizes") {
  CHECK_THROWS_WITH_AS(blocks(Grid{.nx = 6, .ny = 6, .nz = 1}, 7),
                       doctest::Contains("6 x 6 columns cannot be cut into 7"), InputError);
  CHECK_THROWS_AS(blocks(Grid{.nx = 2, .ny = 2, .nz = 1}, 5), InputError);
}
