// SPDX-License-Identifier: BSD-3-Clause
// pieces() and neighbours() beside their plain twins, which look at every point of every rank.
#include <doctest/doctest.h>

#include "tests/decomposition/grid/copies.hpp"
#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

std::vector<int> neighbours_by_scan(const Decomposition& d, int rank, const Halo& h) {
  std::vector<int> found;
  for (int other = 0; other < d.ranks(); ++other)
    if (other != rank && !(copies_by_definition(d, rank, other, h).empty() &&
                           copies_by_definition(d, other, rank, h).empty()))
      found.push_back(other);
  return found;
}

/// The number of ranks and pairs of ranks for which the fast functions and their twins differ.
int differences(const Decomposition& d, const Halo& h) {
  int wrong = 0;
  for (int receiver = 0; receiver < d.ranks(); ++receiver) {
    wrong += d.neighbours(receiver, h) != neighbours_by_scan(d, receiver, h);
    for (int sender = 0; sender < d.ranks(); ++sender)
      wrong +=
          copies_of(pieces(d, receiver, sender, h)) != copies_by_definition(d, receiver, sender, h);
  }
  return wrong;
}

}  // namespace

TEST_CASE("pieces and neighbours of any partition are those found by looking at every point") {
  Random random(31);
  for (int n = 0; n < 400; ++n) {
    const Grid g = random_grid(random, 8);
    const Decomposition d(g, random_partition(g, random.between(0, 6), random));
    const Halo h = random_halo(random, 3);
    CAPTURE(n);
    CHECK(differences(d, h) == 0);
  }
}

TEST_CASE("a halo deeper than the grid wraps round it several times") {
  for (const int nx : {1, 2})
    for (const bool periodic : {true, false})
      for (const bool corners : {true, false}) {
        Grid g{.nx = nx, .ny = 3, .nz = 1, .periodic_x = periodic, .periodic_y = true};
        const Decomposition d(g, {Box{0, nx, 0, 1}, Box{0, nx, 1, 3}});
        CHECK(differences(d, Halo{5, 4, 7, 1, corners}) == 0);
      }
}

TEST_CASE("a rank across a periodic edge is its own neighbour, and never listed as one") {
  const Decomposition d(Grid{.nx = 8, .ny = 8, .nz = 1}, {Box{0, 8, 0, 8}});
  CHECK(d.neighbours(0, Halo::all(2)).empty());
  std::int64_t points = 0;
  for (const Piece& p : pieces(d, 0, 0, Halo::all(2))) points += p.box.area();
  CHECK(points == 12 * 12 - 8 * 8);
}

TEST_CASE("data going one way make both ends neighbours") {
  const Grid g{.nx = 9, .ny = 4, .nz = 1, .periodic_x = false, .periodic_y = false};
  const Decomposition d(g, {Box{0, 3, 0, 4}, Box{3, 6, 0, 4}, Box{6, 9, 0, 4}});
  const Halo from_the_west{1, 0, 0, 0, false};
  CHECK(d.neighbours(0, from_the_west) == std::vector<int>{1});
  CHECK(d.neighbours(1, from_the_west) == std::vector<int>{0, 2});
  CHECK(d.neighbours(2, from_the_west) == std::vector<int>{1});
  CHECK(pieces(d, 1, 0, from_the_west) == std::vector<Piece>{{Box{2, 3, 0, 4}, 0, 0}});
  CHECK(pieces(d, 0, 1, from_the_west).empty());
}

TEST_CASE("without corners diagonal ranks are no neighbours") {
  const Grid g{.nx = 4, .ny = 4, .nz = 1, .periodic_x = false, .periodic_y = false};
  const Decomposition d(g, {Box{0, 2, 0, 2}, Box{2, 4, 0, 2}, Box{0, 2, 2, 4}, Box{2, 4, 2, 4}});
  CHECK(d.neighbours(0, Halo::all(1)) == std::vector<int>{1, 2, 3});
  CHECK(d.neighbours(0, Halo{1, 1, 1, 1, false}) == std::vector<int>{1, 2});
  CHECK(d.neighbours(0, Halo{}).empty());
}

TEST_CASE("both ends find the same pieces in the same order") {
  Random random(32);
  for (int n = 0; n < 50; ++n) {
    const Grid g = random_grid(random, 8);
    const std::vector<Box> boxes = random_partition(g, 5, random);
    const Decomposition at_one_end(g, boxes), at_the_other(g, boxes);
    const Halo h = random_halo(random, 3);
    for (int receiver = 0; receiver < at_one_end.ranks(); ++receiver)
      for (int sender = 0; sender < at_one_end.ranks(); ++sender)
        CHECK(pieces(at_one_end, receiver, sender, h) == pieces(at_the_other, receiver, sender, h));
  }
}

TEST_CASE("a rank that owns nothing needs nothing and has no neighbours") {
  const Grid g{.nx = 6, .ny = 6, .nz = 1};
  const Decomposition d(g, {Box{0, 3, 0, 6}, Box{}, Box{3, 6, 0, 6}, Box{4, 4, 2, 5}});
  CHECK(differences(d, Halo::all(2)) == 0);
  CHECK(d.neighbours(1, Halo::all(2)).empty());
  CHECK(d.neighbours(0, Halo::all(2)) == std::vector<int>{2});
}
