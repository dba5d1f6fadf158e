// SPDX-License-Identifier: BSD-3-Clause
// Each lane is a double: the same bits, whatever the width.
#include "physics/vectors.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace seafret;

TEST_CASE("every level is visited once, in order, by ever narrower vectors") {
  for (int levels = 0; levels < 4 * vector_width; ++levels) {
    std::vector<int> visited;
    int widest = 2 * vector_width;
    over_levels(2, levels, [&]<class V>(int k) {
      CHECK(width_of<V> <= widest);
      widest = width_of<V>;
      for (int lane = 0; lane < widest; ++lane) visited.push_back(k + lane);
    });
    std::vector<int> all;
    for (int k = 2; k < levels; ++k) all.push_back(k);
    CHECK(visited == all);
  }
}

TEST_CASE("lanes do what doubles do, and pass their neighbour what they have") {
  std::vector<double> a, b;
  for (int n = 0; n < 4 * vector_width + 3; ++n) {
    a.push_back(n % 3 == 0 ? -0. : std::sin(n));
    b.push_back(n % 5 == 0 ? 0. : std::cos(3 * n));
  }
  const int levels = static_cast<int>(a.size());
  std::vector<double> low(a), high(a), size(a), shifted(a), roots(a), sums(a);
  double last = -0.;
  over_levels(0, levels, [&]<class V>(int k) {
    const V x = load<V>(&a[std::size_t(k)]), y = load<V>(&b[std::size_t(k)]);
    store(&low[std::size_t(k)], least(x, y));
    store(&high[std::size_t(k)], greatest(x, y));
    store(&size[std::size_t(k)], magnitude(x));
    store(&shifted[std::size_t(k)], shifted_in(last, x));
    store(&roots[std::size_t(k)], root(magnitude(x)));
    add_at(&sums[std::size_t(k)], y);
    last = last_of(x);
  });
  const auto same = [](double x, double y) { return x == y && std::signbit(x) == std::signbit(y); };
  for (std::size_t n = 0; n < a.size(); ++n) {
    CHECK(same(low[n], std::min(a[n], b[n])));
    CHECK(same(high[n], std::max(a[n], b[n])));
    CHECK(same(size[n], std::abs(a[n])));
    CHECK(same(shifted[n], n == 0 ? -0. : a[n - 1]));
    CHECK(same(roots[n], std::sqrt(std::abs(a[n]))));
    CHECK(same(sums[n], a[n] + b[n]));
  }
  CHECK(same(last, a.back()));
}
