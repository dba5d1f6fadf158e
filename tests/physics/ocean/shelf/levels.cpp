// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cmath>

#include "physics/ocean/shelf/sea_levels.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

WaterColumn column(const SeaLevels& levels, double depth, double eta) {
  return {depth + eta, (depth + eta) * levels.evenness(depth)};
}

TEST_CASE("levels that are not stretched share the water evenly") {
  const SeaLevels levels({.count = 7});
  const WaterColumn water = column(levels, 69, 1);
  for (int k = 0; k < 7; ++k) {
    CHECK(water.thickness(levels, k) == nearly(10).epsilon(1e-14));
    CHECK(water.middle(levels, k) == nearly(10 * k - 65).epsilon(1e-14));
  }
}

TEST_CASE("stretched levels lie where the formula of CF has them") {
  // z = eta + (eta + h) S, S = (h_c s + h C)/(h_c + h)
  const double h = 800, eta = 2, h_c = 50, theta = 5, share = 0.4;
  const SeaLevels levels({.count = 20, .to_surface = theta, .to_bottom = share, .even_depth = h_c});
  const auto face = [&](int k) {
    const double s = k / 20. - 1;
    const double c = (1 - share) * std::sinh(theta * s) / std::sinh(theta) +
                     share * (std::tanh(theta * (s + 0.5)) / (2 * std::tanh(theta / 2)) - 0.5);
    return eta + (eta + h) * (h_c * s + h * c) / (h_c + h);
  };
  CHECK(face(0) == nearly(-h));
  CHECK(face(20) == nearly(eta));
  const WaterColumn water = column(levels, h, eta);
  double sum = 0;
  for (int k = 0; k < 20; ++k) {
    CHECK(water.thickness(levels, k) == nearly(face(k + 1) - face(k)).epsilon(1e-12));
    CHECK(eta + water.middle(levels, k) == nearly(0.5 * (face(k + 1) + face(k))).epsilon(1e-12));
    sum += water.thickness(levels, k);
  }
  CHECK(sum == nearly(h + eta).epsilon(1e-15));
  CHECK(water.thickness(levels, 19) < 0.3 * 800 / 20);
}

TEST_CASE("shallow water has nearly even levels") {
  const SeaLevels levels({.count = 10, .to_surface = 6, .even_depth = 200});
  const WaterColumn shallow = column(levels, 2, 0);
  for (int k = 0; k < 10; ++k) CHECK(shallow.thickness(levels, k) == nearly(0.2).epsilon(0.05));
}

}  // namespace
}  // namespace seafret
