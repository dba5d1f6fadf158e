// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/grid/grid.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

Grid masked_grid(Random& random) {
  Grid g = random_grid(random, 9);
  if (random.chance(85)) g.cells = random_mask(g.nx, g.ny, random.between(0, 100), random);
  return g;
}

/// The class of a cell by counting up or down, one row or column after the other.
Cell cell_by_walking(const Grid& g, int i, int j) {
  for (; g.periodic_x && i < 0;) i += g.nx;
  for (; g.periodic_x && i >= g.nx;) i -= g.nx;
  for (; g.periodic_y && j < 0;) j += g.ny;
  for (; g.periodic_y && j >= g.ny;) j -= g.ny;
  if (i < 0 || i >= g.nx || j < 0 || j >= g.ny) return Cell::outside;
  return g.cells.empty() ? Cell::wet : g.cells[static_cast<std::size_t>(j * g.nx + i)];
}

std::int64_t count_by_hand(const Grid& g, const Box& box) {
  const Box within = intersection(box, g.box());
  std::int64_t wet = 0;
  for (int j = within.y0; j < within.y1; ++j)
    for (int i = within.x0; i < within.x1; ++i) wet += g.cell(i, j) == Cell::wet;
  return wet;
}

/// Shrinks a box by one line as long as that line is all dry.
Box trim_line_by_line(const Grid& g, const Box& box) {
  Box b = intersection(box, g.box());
  if (count_by_hand(g, b) == 0) return {};
  while (count_by_hand(g, {b.x0, b.x0 + 1, b.y0, b.y1}) == 0) ++b.x0;
  while (count_by_hand(g, {b.x1 - 1, b.x1, b.y0, b.y1}) == 0) --b.x1;
  while (count_by_hand(g, {b.x0, b.x1, b.y0, b.y0 + 1}) == 0) ++b.y0;
  while (count_by_hand(g, {b.x0, b.x1, b.y1 - 1, b.y1}) == 0) --b.y1;
  return b;
}

}  // namespace

TEST_CASE("cells wrap across periodic edges and are outside across any other") {
  Random random(11);
  for (int n = 0; n < 200; ++n) {
    const Grid g = masked_grid(random);
    int wrong = 0;
    for (int j = -20; j < 30; ++j)
      for (int i = -20; i < 30; ++i) wrong += g.cell(i, j) != cell_by_walking(g, i, j);
    CHECK(wrong == 0);
  }
}

TEST_CASE("a face is wet between two wet cells, a corner among four") {
  Random random(12);
  for (int n = 0; n < 200; ++n) {
    const Grid g = masked_grid(random);
    const auto wet = [&](int i, int j) { return cell_by_walking(g, i, j) == Cell::wet; };
    int wrong = 0;
    for (int j = -3; j < 12; ++j)
      for (int i = -3; i < 12; ++i) {
        const bool here = wet(i, j), east = wet(i + 1, j), north = wet(i, j + 1);
        wrong += g.wet(Place::centre, i, j) != here;
        wrong += g.wet(Place::east_face, i, j) != (here && east);
        wrong += g.wet(Place::north_face, i, j) != (here && north);
        wrong += g.wet(Place::corner, i, j) != (here && east && north && wet(i + 1, j + 1));
      }
    CHECK(wrong == 0);
  }
}

TEST_CASE("the faces of the last cells exist on periodic axes only") {
  Grid g{.nx = 4, .ny = 3, .nz = 1, .periodic_x = true, .periodic_y = false};
  CHECK(g.wet(Place::east_face, 3, 1));
  CHECK_FALSE(g.wet(Place::north_face, 1, 2));
  CHECK_FALSE(g.wet(Place::corner, 3, 2));
  CHECK(g.wet(Place::corner, 3, 1));
  CHECK_FALSE(g.wet(Place::centre, 1, 3));
  CHECK_FALSE(g.wet(Place::north_face, 1, -1));
}

TEST_CASE("a grid that was cut knows what it was cut to, and throws for what it does not hold") {
  Random random(15);
  int refused = 0;
  for (int n = 0; n < 300; ++n) {
    Grid g = random_grid(random, 9);
    g.cells = random_mask(g.nx, g.ny, 50, random);
    const Box needed = random_box(random).grown(random.between(0, 3));
    const Grid cut = g.cut_to(needed), again = cut.cut_to(needed);
    CHECK(again.cells == cut.cells);
    CHECK(static_cast<std::int64_t>(cut.cells.size()) == cut.held().area());
    CHECK(cut.held().area() <= std::min(needed.area(), g.box().area()));
    int wrong = 0;
    for (int j = -20; j < 30; ++j)
      for (int i = -20; i < 30; ++i) try {
          wrong += cut.cell(i, j) != g.cell(i, j);
        } catch (const std::logic_error&) {
          ++refused;
          wrong += needed.contains(i, j);
        }
    CHECK(wrong == 0);
  }
  CHECK(refused > 1000);
}

TEST_CASE("what is not held is named, and a part is not taken for the whole") {
  Grid g{.nx = 8, .ny = 6, .nz = 1, .periodic_x = true, .periodic_y = false};
  g.cells.assign(48, Cell::wet);
  const Grid cut = g.cut_to({-1, 3, 2, 4}), nothing = g.cut_to(Box{});
  CHECK(cut.held() == Box{-1, 3, 2, 4});
  CHECK(cut.cell(7, 3) == Cell::wet);
  CHECK(cut.cell(3, 9) == Cell::outside);
  CHECK_THROWS_WITH_AS(
      cut.cell(3, 2),
      "cell (i=3, j=2) is not held here: only those from -1 to 3 and from 2 to 4 are",
      std::logic_error);
  CHECK_THROWS_AS(cut.wet(Place::east_face, 2, 2), std::logic_error);
  CHECK_THROWS_AS(CellCount(cut, Cell::wet), std::logic_error);
  CHECK_THROWS_AS(nothing.cell(0, 0), std::logic_error);
  CHECK_THROWS_AS(count_wet(cut, {2, 4, 2, 4}), std::logic_error);
  CHECK_THROWS_AS(count_wet(cut, {0, 8, 2, 3}), std::logic_error);
  CHECK_THROWS_AS(count_wet(g, {6, 10, 2, 3}), std::logic_error);  // it would be two pieces
  CHECK(nothing.masked());
  CHECK_FALSE(Grid{.nx = 8, .ny = 6}.cut_to({1, 2, 1, 2}).masked());
}

TEST_CASE("the shares of a mask's rows are the mask") {
  Random random(16);
  for (const int shares : {1, 2, 3, 7, 20}) {
    Grid g{.nx = 5, .ny = 11, .nz = 1};
    g.cells = random_mask(5, 11, 40, random);
    std::vector<Cell> all;
    for (int s = 0; s < shares; ++s) {
      const Grid rows = g.rows(s, shares);
      CHECK(rows.held().width() == 5);
      CHECK(rows.held().height() <= 11 / shares + 1);
      all.insert(all.end(), rows.cells.begin(), rows.cells.end());
    }
    CHECK(all == g.cells);
  }
}

TEST_CASE("wet cells of any box are counted as by hand") {
  Random random(13);
  for (int n = 0; n < 300; ++n) {
    const Grid g = masked_grid(random);
    const CellCount wet(g, Cell::wet);
    for (int m = 0; m < 20; ++m) {
      const Box box = random_box(random), within = intersection(box, g.box());
      CHECK(wet(box) == count_by_hand(g, box));
      CHECK(wet(box) == count_wet(g, within));
    }
    CHECK(wet(g.box()) == wet(g.box().grown(7)));
  }
}

TEST_CASE("a trimmed box is what is left when dry lines are taken off one by one") {
  Random random(14);
  for (int n = 0; n < 500; ++n) {
    Grid g = masked_grid(random);
    if (random.chance(50)) g.cells = random_mask(g.nx, g.ny, 8, random);
    const CellCount wet(g, Cell::wet);
    for (const Box& box : {g.box(), g.box().grown(3), random_box(random), random_box(random)}) {
      const Box trimmed = wet.trimmed(box);
      CHECK(trimmed == trim_line_by_line(g, box));
      CHECK(wet(trimmed) == wet(box));
    }
  }
}

TEST_CASE("more wet cells than an int counts") {
  const CellCount wet(Grid{.nx = 70000, .ny = 70000, .nz = 1}, Cell::wet);
  CHECK(wet({0, 70000, 0, 70000}) == 4900000000);
}
