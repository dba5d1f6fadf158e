// SPDX-License-Identifier: BSD-3-Clause
// What is left of the pieces on a masked grid, beside what is found by looking at every point.
#include "decomposition/grid/halo_points.hpp"

#include <doctest/doctest.h>

#include <array>

#include "tests/decomposition/grid/copies.hpp"
#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

bool has_sea(const Grid& grid, const Box& box) {
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i)
      if (grid.cell(i, j) == Cell::wet) return true;
  return false;
}

/// The outermost rows and columns of a box.
std::array<Box, 4> edges_of(const Box& b) {
  return {Box{b.x0, b.x0 + 1, b.y0, b.y1}, Box{b.x1 - 1, b.x1, b.y0, b.y1},
          Box{b.x0, b.x1, b.y0, b.y0 + 1}, Box{b.x0, b.x1, b.y1 - 1, b.y1}};
}

std::vector<Copy> wet_ones(std::vector<Copy> copies, const Grid& grid) {
  std::erase_if(copies, [&](const Copy& c) { return grid.cell(c.from_i, c.from_j) != Cell::wet; });
  return copies;
}

/// What a random mask, partition and halo were made of, and two ranks.
struct Pair {
  const Decomposition& d;
  int receiver, sender;
  const Halo& halo;

  std::vector<Piece> pieces_of(HaloPoints points) const {
    return pieces(d, receiver, sender, halo, points);
  }
  const Grid& grid() const { return d.grid(); }
};

void check_wet(const Pair& pair, const std::vector<Copy>& right) {
  CHECK(copies_of(pair.pieces_of(HaloPoints::wet)) == right);
}

void check_clipped(const Pair& pair, const std::vector<Copy>& right) {
  const std::vector<Piece> found = pair.pieces_of(HaloPoints::clipped);
  const std::vector<Copy> all = copies_of(pair.pieces_of(HaloPoints::all)),
                          copies = copies_of(found);
  CHECK(wet_ones(copies, pair.grid()) == right);
  CHECK(std::includes(all.begin(), all.end(), copies.begin(), copies.end()));
  int dry_edges = 0;
  for (const Piece& piece : found)
    for (const Box& edge : edges_of(piece.source())) dry_edges += !has_sea(pair.grid(), edge);
  CHECK(dry_edges == 0);
}

void check_masked(const Pair& pair, const std::vector<Copy>& right) {
  std::vector<Piece> expected = pair.pieces_of(HaloPoints::all);
  std::erase_if(expected, [&](const Piece& p) { return !has_sea(pair.grid(), p.source()); });
  const std::vector<Piece> found = pair.pieces_of(HaloPoints::masked);
  CHECK(found == expected);
  std::vector<Piece> runs;
  for (const Piece& p : found)
    for_each_wet_run(pair.grid(), p.source(), [&](const Box& run) {
      runs.push_back({run.shifted(-p.dx, -p.dy), p.dx, p.dy});
    });
  CHECK(copies_of(runs) == right);
}

/// Either end knows what moves from its own part of the mask.
void check_cut(const Pair& pair) {
  for (const int rank : {pair.receiver, pair.sender}) {
    const Box& mine = pair.d.owned(rank);
    if (mine.empty()) continue;
    const Grid part = pair.grid().cut_to(mine.grown(pair.halo));
    std::vector<Box> boxes;
    for (int r = 0; r < pair.d.ranks(); ++r) boxes.push_back(pair.d.owned(r));
    const Decomposition cut(part, boxes);
    for (const auto& [name, points] : names_of<HaloPoints>) {
      const std::vector<Piece> all = pair.pieces_of(points);
      CHECK(pieces(cut, pair.receiver, pair.sender, pair.halo, points) == all);
      for (const Piece& piece : all)
        CHECK(count_wet(part, piece.source()) == count_wet(pair.grid(), piece.source()));
    }
  }
}

}  // namespace

TEST_CASE("of any mask every wet point travels once, and dry ones as far as they may") {
  Random random(51);
  for (int n = 0; n < 300; ++n) {
    Grid g = random_grid(random, 9);
    g.cells = random_mask(g.nx, g.ny, random.between(5, 95), random);
    const std::vector<Box> boxes = random_partition(g, random.between(0, 5), random);
    const Decomposition d(g, boxes), at_the_other_end(g, boxes);
    const Halo h = random_halo(random, 3);
    CAPTURE(n);
    for (int receiver = 0; receiver < d.ranks(); ++receiver)
      for (int sender = 0; sender < d.ranks(); ++sender) {
        const Pair pair{d, receiver, sender, h};
        const auto right = wet_ones(copies_by_definition(d, receiver, sender, h), g);
        check_wet(pair, right);
        check_clipped(pair, right);
        check_masked(pair, right);
        check_cut(pair);
        for (const auto& [name, points] : names_of<HaloPoints>)
          CHECK(pieces(at_the_other_end, receiver, sender, h, points) == pair.pieces_of(points));
      }
  }
}

TEST_CASE("a coast is left out at the ends, an island in between by wet boxes alone") {
  const Cell o = Cell::dry, w = Cell::wet;
  // The western rank needs the third column of the grid, which the eastern one owns.
  const Grid g{
      .nx = 4, .ny = 7, .nz = 1, .periodic_x = false, .periodic_y = false, .cells = {w, w, o, w,  //
                                                                                     w, w, w, w,  //
                                                                                     w, w, w, w,  //
                                                                                     w, w, o, w,  //
                                                                                     w, w, w, w,  //
                                                                                     w, w, o, w,  //
                                                                                     w, w, o, w}};
  const Decomposition d(g, {Box{0, 2, 0, 7}, Box{2, 4, 0, 7}});
  const auto found = [&](HaloPoints points) { return pieces(d, 0, 1, Halo::all(1), points); };
  CHECK(found(HaloPoints::all) == std::vector<Piece>{{{2, 3, 0, 7}, 0, 0}});
  CHECK(found(HaloPoints::masked) == found(HaloPoints::all));
  CHECK(found(HaloPoints::clipped) == std::vector<Piece>{{{2, 3, 1, 5}, 0, 0}});
  CHECK(found(HaloPoints::wet) == std::vector<Piece>{{{2, 3, 1, 3}, 0, 0}, {{2, 3, 4, 5}, 0, 0}});
}

TEST_CASE("equal runs of successive rows are one box, in any number of columns") {
  Grid g{.nx = 6, .ny = 4, .nz = 1, .cells = std::vector<Cell>(24, Cell::wet)};
  CHECK(boxes_of(g, {1, 5, 0, 4}, HaloPoints::wet) == std::vector<Box>{{1, 5, 0, 4}});
  for (int j = 0; j < 4; ++j) g.cells[static_cast<std::size_t>(6 * j + 3)] = Cell::dry;
  CHECK(boxes_of(g, {1, 5, 0, 4}, HaloPoints::wet) == std::vector<Box>{{1, 3, 0, 4}, {4, 5, 0, 4}});
}

TEST_CASE("without a mask nothing is left out") {
  Random random(52);
  for (int n = 0; n < 50; ++n) {
    const Grid g = random_grid(random, 8);
    const Decomposition d(g, random_partition(g, 4, random));
    const Halo h = random_halo(random, 3);
    for (int receiver = 0; receiver < d.ranks(); ++receiver)
      for (int sender = 0; sender < d.ranks(); ++sender)
        for (const auto& [name, points] : names_of<HaloPoints>)
          CHECK(pieces(d, receiver, sender, h, points) == pieces(d, receiver, sender, h));
  }
}

TEST_CASE("the names are those of the four ways, in their order") {
  for (const auto& [name, points] : names_of<HaloPoints>) {
    CHECK(name_of(points) == name);
    CHECK(named<HaloPoints>(name) == points);
  }
  CHECK(name_of(HaloPoints::all) == "all");
  CHECK(name_of(HaloPoints::wet) == "wet");
  CHECK(names_of<HaloPoints>.size() == 4);
}
