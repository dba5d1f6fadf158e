// SPDX-License-Identifier: BSD-3-Clause
#include "physics/knots.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace seafret;

TEST_CASE("what is given at knots is linear between them and constant beyond") {
  const std::vector<double> knots{-2, 0, 4}, values{1, 5, -3};
  const auto at = [&](double place) { return BetweenKnots::find(knots, place).of(values); };
  for (std::size_t n = 0; n < knots.size(); ++n) CHECK(at(knots[n]) == values[n]);
  CHECK(at(-1.5) == 2);
  CHECK(at(3) == -1);
  CHECK(at(-1e300) == 1);
  CHECK(at(1e300) == -3);
  CHECK(BetweenKnots::find(std::vector{7.0}, 8).of(std::vector{2.5}) == 2.5);
}
