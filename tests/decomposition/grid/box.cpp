// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/grid/box.hpp"

#include <doctest/doctest.h>

#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

/// Calls visit(i, j) for a frame of points that holds every box of these tests.
template <class Visit>
void for_each_point_around(Visit visit) {
  for (int j = -12; j < 24; ++j)
    for (int i = -12; i < 24; ++i) visit(i, j);
}

}  // namespace

TEST_CASE("a box holds as many points as its area says") {
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    const Box b = random_box(random);
    std::int64_t points = 0;
    for_each_point_around([&](int i, int j) { points += b.contains(i, j); });
    CHECK(points == b.area());
    CHECK(b.empty() == (points == 0));
  }
  CHECK(Box{5, 3, 0, 4}.empty());
  CHECK(Box{5, 3, 0, 4}.area() == 0);
  CHECK(Box{0, 100000, 0, 100000}.area() == 10000000000);
}

TEST_CASE(
    "an intersection holds the points that both boxes hold, a hull at least those of either") {
  Random random(2);
  for (int n = 0; n < 300; ++n) {
    const Box a = random_box(random), b = random_box(random);
    const Box both = intersection(a, b), around = hull(a, b);
    int wrong = 0;
    for_each_point_around([&](int i, int j) {
      wrong += both.contains(i, j) != (a.contains(i, j) && b.contains(i, j));
      wrong += (a.contains(i, j) || b.contains(i, j)) && !around.contains(i, j);
    });
    CHECK(wrong == 0);
    CHECK(hull(b, a).area() == around.area());
    CHECK(intersection(around, a).area() == a.area());
  }
  CHECK(hull(Box{0, 2, 0, 2}, Box{5, 6, 7, 9}) == Box{0, 6, 0, 9});
  CHECK(hull(Box{}, Box{5, 6, 7, 9}) == Box{5, 6, 7, 9});
  CHECK(hull(Box{5, 6, 7, 9}, Box{40, 40, 0, 1}) == Box{5, 6, 7, 9});
}

TEST_CASE("a rim and its middle cover the box exactly once") {
  Random random(3);
  for (int n = 0; n < 500; ++n) {
    const Box box = random_box(random);
    const Box middle = random.chance(50) ? box.grown(-random.between(0, 4)) : random_box(random);
    const Box inside = intersection(box, middle);
    int wrong = 0;
    for_each_point_around([&](int i, int j) {
      int covered = !inside.empty() && inside.contains(i, j);
      for (const Box& side : rim(box, middle)) covered += side.contains(i, j);
      wrong += covered != box.contains(i, j);
    });
    CHECK(wrong == 0);
  }
}

TEST_CASE("a halo grows a box on each of its sides") {
  const Box b{10, 20, 30, 40};
  CHECK(b.grown(Halo{1, 2, 3, 4, true}) == Box{9, 22, 27, 44});
  CHECK(b.grown(Halo::all(2)) == b.grown(2));
  CHECK(b.grown(2).grown(-2) == b);
  CHECK(b.shifted(-10, 5) == Box{0, 10, 35, 45});
}

TEST_CASE("who has me in his halo, sees me in the mirrored one") {
  Random random(4);
  for (int n = 0; n < 500; ++n) {
    const Box mine = random_box(random), other = random_box(random);
    if (mine.empty() || other.empty()) continue;
    const Halo h = random_halo(random, 4);
    CHECK(h.mirrored().mirrored() == h);
    CHECK(intersection(other.grown(h), mine).empty() ==
          intersection(other, mine.grown(h.mirrored())).empty());
  }
}
