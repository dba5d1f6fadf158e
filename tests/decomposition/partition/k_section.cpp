// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/partitioners/k_section.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <span>

#include "tests/decomposition/partition/partitions.hpp"
#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

const Cut x2{2, true}, y2{2, false}, x3{3, true}, y3{3, false};

Grid random_mask_or_coast(Random& random, int shortest, int longest) {
  Grid g{.nx = random.between(shortest, longest), .ny = random.between(shortest, longest), .nz = 1};
  if (random.chance(80))
    g.cells = random.chance(50) ? coast(g.nx, g.ny, random)
                                : random_mask(g.nx, g.ny, random.between(10, 100), random);
  return g;
}

std::vector<Cut> random_cuts(Random& random) {
  std::vector<Cut> cuts;
  for (int n = random.between(1, 4); n > 0; --n)
    cuts.push_back({random.between(1, 4), random.chance(50)});
  return cuts;
}

Box lines(const Box& b, bool along_x, int from, int to) {
  return along_x ? Box{from, to, b.y0, b.y1} : Box{b.x0, b.x1, from, to};
}

/// The plain twin: counts cell by cell, and tries every line for every cut.
class PlainKSection {
 public:
  explicit PlainKSection(const Grid& grid) : grid_(grid) {}

  std::vector<Box> boxes(const Box& box, std::span<const Cut> cuts) const {
    if (cuts.empty()) return {trimmed(box)};
    const auto [parts, along_x] = cuts[0];
    std::vector<Box> all;
    int from = along_x ? box.x0 : box.y0;
    for (int j = 1; j <= parts; ++j) {
      const int to = nearest_line(box, along_x, j, parts);
      for (const Box& b : boxes(lines(box, along_x, from, to), cuts.subspan(1))) all.push_back(b);
      from = to;
    }
    return all;
  }

 private:
  std::int64_t wet(const Box& box) const {
    std::int64_t count = 0;
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i) count += grid_.cell(i, j) == Cell::wet;
    return count;
  }
  int nearest_line(const Box& box, bool along_x, int j, int parts) const {
    const int first = along_x ? box.x0 : box.y0, last = along_x ? box.x1 : box.y1;
    if (j == parts) return last;
    const auto miss = [&](int line) {
      return std::abs(parts * wet(lines(box, along_x, first, line)) - j * wet(box));
    };
    int best = first;
    for (int line = first; line <= last; ++line)
      if (miss(line) <= miss(best)) best = line;
    return best;
  }
  Box trimmed(const Box& box) const {
    Box around;
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i)
        if (grid_.cell(i, j) == Cell::wet) around = hull(around, {i, i + 1, j, j + 1});
    return around;
  }

  const Grid& grid_;
};

/// Consecutive groups of ranks lie behind one another along the first cut, and so on within each.
bool numbered_depth_first(std::span<const Box> boxes, std::span<const Cut> cuts) {
  if (cuts.empty()) return boxes.size() == 1;
  const auto parts = static_cast<std::size_t>(cuts[0].parts);
  const std::size_t group = boxes.size() / parts;
  bool right = true;
  Box before;
  for (std::size_t p = 0; p < parts; ++p) {
    const auto ranks = boxes.subspan(p * group, group);
    Box here;
    for (const Box& b : ranks) here = hull(here, b);
    if (p > 0) right &= cuts[0].along_x ? before.x1 <= here.x0 : before.y1 <= here.y0;
    right &= numbered_depth_first(ranks, cuts.subspan(1));
    before = here;
  }
  return right;
}

bool is_prime(int n) {
  for (int d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

}  // namespace

TEST_CASE("the k-section of any mask is that of its plain twin") {
  Random random(51);
  int made = 0;
  for (int n = 0; n < 400; ++n) {
    const Grid g = random_mask_or_coast(random, 1, 24);
    const std::vector<Cut> cuts = random_cuts(random);
    const std::vector<Box> expected = PlainKSection(g).boxes(g.box(), cuts);
    CAPTURE(n);
    if (std::ranges::any_of(expected, &Box::empty)) {
      CHECK_THROWS_AS(k_section(g, cuts), InputError);
      continue;
    }
    CHECK(k_section(g, cuts) == expected);
    ++made;
  }
  CHECK(made > 100);  // else the masks are too poor to say anything
}

TEST_CASE("every wet cell has one owner, and numbering is depth first") {
  Random random(52);
  for (int n = 0; n < 100; ++n) {
    const Grid g = random_mask_or_coast(random, 40, 90);
    const int ranks = random.between(1, 24);
    const std::vector<Cut> cuts = default_cuts(ranks);
    CAPTURE(n);
    const std::vector<Box> boxes = k_section(g, cuts);
    CHECK(static_cast<int>(boxes.size()) == ranks);
    CHECK(cells_not_owned_once(g, boxes) == 0);
    CHECK(numbered_depth_first(boxes, cuts));
    CHECK(boxes == partitioners().at("k_section")(g, ranks));
  }
}

TEST_CASE("the shares of a cut miss their due by half a line at each end at most") {
  Random random(53);
  for (int n = 0; n < 200; ++n) {
    const Grid g = random_mask_or_coast(random, 30, 60);
    const CellCount wet(g, Cell::wet);
    const int parts = random.between(2, 6);
    std::int64_t longest = 0;
    for (int i = 0; i < g.nx; ++i) longest = std::max(longest, wet({i, i + 1, 0, g.ny}));
    for (const Box& b : k_section(g, std::vector<Cut>{{parts, true}}))
      CHECK(std::abs(parts * wet(b) - wet(g.box())) <= parts * longest);
  }
}

TEST_CASE("an open sea that divides is divided equally") {
  const Grid g{.nx = 96, .ny = 60, .nz = 1};
  for (const int ranks : {2, 3, 4, 6, 8, 12, 16, 24, 48})
    for (const Box& b : k_section(g, ranks)) CHECK(b.area() * ranks == g.box().area());
}

TEST_CASE("default cuts: nearest to a square, prime factors descending, taking turns") {
  CHECK(default_cuts(1).empty());
  CHECK(default_cuts(7) == std::vector<Cut>{{7, true}});
  CHECK(default_cuts(24) == std::vector<Cut>{x3, y2, x2, y2});
  CHECK(default_cuts(36) == std::vector<Cut>{x3, y3, x2, y2});
  CHECK(default_cuts(2) == std::vector<Cut>{x2});
  CHECK(default_cuts(64) == std::vector<Cut>{x2, y2, x2, y2, x2, y2});
  CHECK(default_cuts(8) == std::vector<Cut>{x2, y2, x2});
}

TEST_CASE("the dimension with more factors is cut first") {
  CHECK(default_cuts(20) == std::vector<Cut>{y2, {5, true}, y2});
  CHECK(default_cuts(12) == std::vector<Cut>{x2, y3, x2});
  CHECK(default_cuts(56) == std::vector<Cut>{x2, {7, false}, x2, x2});
}

TEST_CASE("a section has as many ranks as its cuts have parts") {
  CHECK(Section{}.ranks() == 1);
  CHECK(equal_sections(default_cuts(60)).ranks() == 60);
}

TEST_CASE("default cuts of any count multiply to it, each one prime") {
  for (int ranks = 1; ranks <= 2048; ++ranks) {
    int nx = 1, ny = 1, last_x = ranks, last_y = ranks, wrong = 0;
    for (const Cut& c : default_cuts(ranks)) {
      int& last = c.along_x ? last_x : last_y;
      wrong += !is_prime(c.parts) || c.parts > last;
      last = c.parts;
      (c.along_x ? nx : ny) *= c.parts;
    }
    for (int d = ny + 1; d * d <= ranks; ++d) wrong += ranks % d == 0;  // nearer to a square
    CAPTURE(ranks);
    CHECK(wrong == 0);
    CHECK(nx * ny == ranks);
    CHECK(nx >= ny);
  }
}

TEST_CASE("more ranks than the sea feeds are refused with the numbers") {
  CHECK_THROWS_WITH_AS(k_section(Grid{.nx = 4, .ny = 4, .nz = 1}, 17),
                       doctest::Contains("of 17 ranks, rank"), InputError);
  Grid g{.nx = 30, .ny = 20, .nz = 1};
  g.cells.assign(600, Cell::dry);
  for (const std::size_t cell : {31u, 65u, 250u, 251u, 599u}) g.cells[cell] = Cell::wet;
  CHECK(cells_not_owned_once(g, k_section(g, 2)) == 0);
  CHECK_THROWS_WITH_AS(k_section(g, 6), doctest::Contains("no wet column of this grid of 5"),
                       InputError);
  g.cells.assign(600, Cell::dry);
  CHECK_THROWS_AS(k_section(g, 1), InputError);
}

TEST_CASE("land at the edges of a box is trimmed off") {
  Grid g{.nx = 8, .ny = 5, .nz = 1};
  g.cells.assign(40, Cell::dry);
  g.cells[1 * 8 + 2] = g.cells[3 * 8 + 5] = Cell::wet;
  CHECK(k_section(g, 1) == std::vector<Box>{{2, 6, 1, 4}});
  CHECK(k_section(g, 2) == std::vector<Box>{{2, 3, 1, 2}, {5, 6, 3, 4}});
}
