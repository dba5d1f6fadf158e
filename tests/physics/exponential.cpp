// SPDX-License-Identifier: BSD-3-Clause
// The exponential function of our own, beside that of the library in a wider type.
#include "physics/exponential.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace seafret;

namespace {

/// How far exponential(x) is from the truth, in units of its last place.
double places_off(double x) {
  const double found = exponential(x);
  const double place = std::nextafter(found, std::numeric_limits<double>::infinity()) - found;
  const long double truth = std::exp(static_cast<long double>(x));
  return std::abs(static_cast<double>(static_cast<long double>(found) - truth)) / place;
}

}  // namespace

TEST_CASE("the exponential of a number is right to 1.1 of its last place") {
  double worst = 0;
  for (int n = -70000; n <= 70000; ++n) {
    worst = std::max(worst, places_off(0.00999 * n));
    worst = std::max(worst, places_off(1e-4 * n));
  }
  CHECK(worst < 1.1);
}

TEST_CASE("what no number holds is not asked of the exponential") {
  CHECK(exponential(0) == 1);
  CHECK(exponential(-1e300) == exponential(-700));
  CHECK(exponential(1e300) == exponential(700));
  CHECK(std::isfinite(exponential(700)));
  CHECK(exponential(-700) > std::numeric_limits<double>::min());
}
