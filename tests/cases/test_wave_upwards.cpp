// SPDX-License-Identifier: BSD-3-Clause
// The wave upwards that gravity_wave and gravity_wave_deep are compared with.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "miniapp/cases/known_flows/wave_upwards.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

const ReferenceAir deep_air{.boussinesq = false, .theta = 300, .ground_pressure = 1e5};

/// Of air of 300 K whose pressure at the ground is that of theta, as a share of that there.
double density(double height) {
  return std::pow(1 - 9.81 * height / (1005 * 300.), 1005 / 287.05 - 1);
}

TEST_CASE("in air of one density the wave upwards is half a sine") {
  const WaveUpwards wave({.boussinesq = true}, 8000);
  CHECK(wave.number() == nearly(std::numbers::pi / 8000));
  CHECK(wave.at(4000) == nearly(1));
  CHECK(wave.at(2000) == nearly(std::sqrt(0.5)));
}

TEST_CASE("the wave upwards in deep air solves its equation, and is the longest") {
  for (const double lid : {1000., 18'000., 27'000.}) {
    CAPTURE(lid);
    const WaveUpwards wave(deep_air, lid);
    const auto mass = [&](double z) { return density(z) * wave.at(z); };
    CHECK(std::abs(wave.at(0)) < 1e-12);
    CHECK(std::abs(wave.at(lid)) < 1e-9);
    double most = 0;
    for (int n = 1; n < 100; ++n) {
      const double z = lid * n / 100, h = lid * 3e-4;
      CHECK(wave.at(z) > 0);
      const double curved = (mass(z + h) - mass(z)) / density(z + h / 2) -
                            (mass(z) - mass(z - h)) / density(z - h / 2);
      CHECK(curved / (h * h) == nearly(-wave.number() * wave.number() * wave.at(z)).epsilon(1e-4));
      most = std::max(most, wave.at(z));
    }
    CHECK(most == nearly(1).epsilon(1e-3));
  }
}

TEST_CASE("the wave upwards in deep air has the number that differences find") {
  // Of second order on 2000 and 4000 levels, from which those of fourth order: another program.
  CHECK(WaveUpwards(deep_air, 18'000).number() == nearly(1.9187757510e-4).epsilon(1e-9));
}

TEST_CASE("with less pressure at the ground the same air is colder, and its top nearer") {
  const ReferenceAir high{.boussinesq = false, .theta = 300, .ground_pressure = 9e4};
  CHECK(WaveUpwards(high, 18'000).number() > WaveUpwards(deep_air, 18'000).number());
}

}  // namespace
}  // namespace seafret
