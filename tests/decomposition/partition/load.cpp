// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/load.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

int owner(const Grid& g, const std::vector<Box>& boxes, int i, int j) {
  const int x = ((i % g.nx) + g.nx) % g.nx, y = ((j % g.ny) + g.ny) % g.ny;
  for (std::size_t r = 0; r < boxes.size(); ++r)
    if (boxes[r].contains(x, y)) return static_cast<int>(r);
  return -1;
}

/// The plain twin: looks at every point round the box, and at all its neighbours.
Load plain_load(const Grid& g, const std::vector<Box>& boxes, std::span<const int> node_of,
                std::size_t r) {
  Load load;
  const Box& mine = boxes[r];
  const auto wet = [&](int i, int j) { return g.cell(i, j) == Cell::wet; };
  std::set<int> on, off;
  const Box around = mine.grown(1);
  for (int j = around.y0; j < around.y1; ++j)
    for (int i = around.x0; i < around.x1; ++i) {
      if (mine.contains(i, j)) {
        load.wet += wet(i, j);
        load.dry += g.cell(i, j) == Cell::dry;
        load.outside += g.cell(i, j) == Cell::outside;
        continue;
      }
      const int other = owner(g, boxes, i, j);
      if (!wet(i, j) || other < 0 || other == static_cast<int>(r)) continue;
      bool needed = false;
      for (int y = j - 1; y <= j + 1; ++y)
        for (int x = i - 1; x <= i + 1; ++x) needed |= mine.contains(x, y) && wet(x, y);
      if (!needed) continue;
      const bool same = node_of[static_cast<std::size_t>(other)] == node_of[r];
      ++(same ? load.halo_on : load.halo_off);
      (same ? on : off).insert(other);
    }
  load.messages_on = static_cast<int>(on.size());
  load.messages_off = static_cast<int>(off.size());
  return load;
}

}  // namespace

TEST_CASE("loads on any mask, periodic or not, are those of the plain twin") {
  constexpr unsigned seed = 71;
  Random random(seed);
  std::int64_t off = 0;
  for (int n = 0; n < 300; ++n) {
    Grid g = random_grid(random, 20);
    if (random.chance(80))
      g.cells = random.chance(40) ? coast(g.nx, g.ny, random)
                                  : random_mask(g.nx, g.ny, random.between(10, 100), random);
    LoadCounter count(g);
    for (int again = 0; again < 2; ++again) {
      const std::vector<Box> boxes = random_partition(g, random.between(0, 12), random);
      std::vector<int> node_of;
      for (std::size_t r = 0; r < boxes.size(); ++r) node_of.push_back(random.between(0, 2));
      const std::span<const Load> loads = count(boxes, node_of);
      CAPTURE(n);
      REQUIRE(loads.size() == boxes.size());
      for (std::size_t r = 0; r < boxes.size(); ++r) {
        CHECK(loads[r] == plain_load(g, boxes, node_of, r));
        off += loads[r].halo_off;
      }
    }
  }
  CHECK(off > 1000);
}

TEST_CASE("after a box has moved, loads are as if they were counted afresh") {
  constexpr unsigned seed = 72;
  Random random(seed);
  for (int n = 0; n < 60; ++n) {
    Grid g = random_grid(random, 30);
    g.cells = random_mask(g.nx, g.ny, 70, random);
    std::vector<Box> boxes = random_partition(g, 8, random);
    const std::vector<int> node_of(boxes.size(), 0);
    LoadCounter count(g), afresh(g);
    count.look_at(boxes, node_of);
    const auto chosen =
        static_cast<std::size_t>(random.between(0, static_cast<int>(boxes.size()) - 1));
    if (boxes[chosen].width() > 1) --boxes[chosen].x1;
    count.move(chosen, boxes[chosen]);
    const std::span<const Load> expected = afresh(boxes, node_of);
    CAPTURE(seed);
    CAPTURE(n);
    for (std::size_t r = 0; r < boxes.size(); ++r) CHECK(count.load(r) == expected[r]);
  }
}

TEST_CASE("what two halves exchange is what their loads say") {
  constexpr unsigned seed = 73;
  Random random(seed);
  for (int n = 0; n < 60; ++n) {
    Grid g{.nx = random.between(4, 40),
           .ny = random.between(4, 600),
           .nz = 1,
           .periodic_x = false,
           .periodic_y = false};
    g.cells = random_mask(g.nx, g.ny, random.between(20, 100), random);
    Box low = g.box(), high = g.box();
    if (random.chance(50))
      low.x1 = high.x0 = random.between(1, g.nx - 1);
    else
      low.y1 = high.y0 = random.between(1, g.ny - 1);
    LoadCounter count(g);
    const std::vector<Box> boxes{low, high};
    std::int64_t expected = 0;
    for (const Load& load : count(boxes, std::vector{0, 1})) expected += load.halo_off;
    CAPTURE(seed);
    CAPTURE(n);
    CHECK(count.exchanged(low, high) == expected);
  }
}

TEST_CASE("what a search takes of memory is given back, and known") {
  Random random(29);
  Grid g{.nx = 300, .ny = 200, .nz = 1};
  g.cells = random_mask(g.nx, g.ny, 60, random);
  HugePages& memory = *HugePages::instance();
  const std::size_t before = memory.bytes();
  memory.forget_most();
  { const LoadCounter count(g); }
  CHECK(memory.bytes() == before);
  CHECK(memory.most_bytes() - before == 2 * (4 * 301 * 201 + 302 * 202));
  memory.forget_most();
  CHECK(memory.most_bytes() == before);
}
