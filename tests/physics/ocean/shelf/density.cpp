// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "physics/ocean/constants.hpp"
#include "physics/ocean/shelf/density_force.hpp"
#include "physics/ocean/shelf/equation_of_state.hpp"
#include "physics/ocean/shelf/sea_levels.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

TEST_CASE("Jackett and McDougall's formula has its published values") {
  // Jackett and McDougall 1995; UNESCO technical papers in marine science 44 (1983) at 0 bar.
  CHECK(jackett_mcdougall_density(3, 35.5, 300) == nearly(1041.83267).epsilon(1e-8));
  CHECK(jackett_mcdougall_density(5, 0, 0) == nearly(999.96675).epsilon(1e-8));
  CHECK(jackett_mcdougall_density(5, 35, 0) == nearly(1027.67547).epsilon(1e-8));
  CHECK(jackett_mcdougall_density(25, 35, 0) == nearly(1023.34306).epsilon(1e-8));
}

TEST_CASE("anomalies are those of the equation of state that is asked for") {
  const double temperature[] = {4, 12}, salinity[] = {35, 33}, height[] = {-1000, -2};
  double anomaly[2];
  EquationOfState state{.expansion = 2e-4, .contraction = 8e-4};
  state.anomalies(2, temperature, salinity, height, anomaly);
  CHECK(anomaly[0] == nearly(1025 * 2e-4 * 6));
  CHECK(anomaly[1] == nearly(-1025 * (2e-4 * 2 + 8e-4 * 2)));
  state.kind = EquationOfState::Kind::jackett_mcdougall;
  state.anomalies(2, temperature, salinity, height, anomaly);
  const double bar = 1025 * gravity * 1000 / 1e5;
  CHECK(anomaly[0] ==
        nearly(jackett_mcdougall_density(4, 35, bar) - jackett_mcdougall_density(10, 35, bar)));
}

TEST_CASE("water that is alike is as heavy at one height, however its weight presses it together") {
  const double height[] = {-1500, -500, -2};
  double excess[2];
  for (const auto kind :
       {EquationOfState::Kind::linear, EquationOfState::Kind::jackett_mcdougall}) {
    const EquationOfState state{.kind = kind};
    const double cold[] = {3, 3, 3}, fresh[] = {20, 20, 20};
    state.excesses(3, cold, fresh, height, excess);
    CHECK(excess[0] == 0);
    CHECK(excess[1] == 0);
    const double temperature[] = {4, 12, 13}, salinity[] = {35, 33, 33.5};
    state.excesses(3, temperature, salinity, height, excess);
    const auto heavier = [&](std::size_t k) {
      if (kind == EquationOfState::Kind::linear)
        return 1025 * (7.6e-4 * (salinity[k] - salinity[k + 1]) -
                       2e-4 * (temperature[k] - temperature[k + 1]));
      const double bar = -1025 * gravity * (height[k] + height[k + 1]) / 2 / 1e5;
      return jackett_mcdougall_density(temperature[k], salinity[k], bar) -
             jackett_mcdougall_density(temperature[k + 1], salinity[k + 1], bar);
    };
    CHECK(excess[0] == nearly(heavier(0)).epsilon(1e-9));
    CHECK(excess[1] == nearly(heavier(1)).epsilon(1e-9));
  }
}

/// The largest force between the middle two of four columns a kilometre apart, of a sea of this
/// density whose bottom falls, and whose surface rises, so much from one to the next; and how far
/// it is from what is right there.
struct Forces {
  double largest = 0, error = 0;
};
Forces forces(int count, double depth, double falls, double rise,
              const std::function<double(double x, double z)>& density,
              const std::function<double(double z)>& right) {
  const SeaLevels levels({.count = count, .to_surface = 3, .to_bottom = 0.5, .even_depth = 30});
  const auto size = static_cast<std::size_t>(count);
  std::array<std::vector<double>, 4> anomaly, height, pressure;
  std::array<DenseColumn, 4> row;
  for (std::size_t n = 0; n < 4; ++n) {
    const double x = 1000 * (static_cast<double>(n) - 1), eta = 1e-3 * x * rise;
    const double h = depth + 1e-3 * x * falls;
    const WaterColumn water{h + eta, (h + eta) * levels.evenness(h)};
    for (int k = 0; k < count; ++k) {
      height[n].push_back(eta + water.middle(levels, k));
      anomaly[n].push_back(density(x, height[n].back()));
    }
    pressure[n].resize(size);
    find_pressure(count, anomaly[n].data(), height[n].data(), eta, pressure[n].data());
    row[n] = {anomaly[n].data(), height[n].data(), pressure[n].data()};
  }
  std::vector<double> force(size);
  find_density_force(count, row, 1000, 1025, force.data());
  Forces found;
  for (std::size_t k = 0; k < size; ++k) {
    const double z = 0.5 * (height[1][k] + height[2][k]);
    found.largest = std::max(found.largest, std::abs(force[k]));
    found.error = std::max(found.error, std::abs(force[k] - right(z)));
  }
  return found;
}

TEST_CASE("water layered linearly rests over a slope") {
  const auto layered = [](double, double z) { return 3 - 0.02 * z; };
  const Forces found = forces(20, 100, 30, 0, layered, [](double) { return 0.; });
  CHECK(found.largest < 1e-15);
  // What sigma's two terms are each: g/rho_0 0.02 kg/m4 times a slope of 30 m/km times 130 m.
  CHECK(gravity / 1025 * 0.02 * 0.03 * 130 > 5e-4);
}

TEST_CASE("water that gets heavier to one side is pushed to the other, the more the deeper") {
  const double gradient = 1e-4;  // kg/m4
  const auto front = [=](double x, double z) { return gradient * x - 0.01 * z; };
  for (const double falls : {0., 30.}) {
    const Forces found = forces(16, 100, falls, 0, front, [=](double z) {
      return gravity / 1025 * gradient * z;  // z < 0
    });
    CHECK(found.largest > 0.9 * gravity / 1025 * gradient * 95);
    CHECK(found.error < (falls == 0 ? 1e-15 : 1e-3 * found.largest));
  }
}

TEST_CASE("a heavy surface that is inclined is pushed down its slope") {
  const auto heavy = [](double, double) { return 2.; };
  const Forces found =
      forces(8, 50, 0, 0.3, heavy, [](double) { return -gravity * 2 / 1025 * 0.3 / 1000; });
  CHECK(found.error < 1e-16);
}

TEST_CASE("of a curved layering the error falls with at least the cube of spacing and levels") {
  const auto curved = [](double, double z) { return 5 * (1 - std::exp(z / 50)); };
  const auto rest = [](double) { return 0.; };
  const double coarse = forces(20, 100, 20, 0, curved, rest).largest;
  const double fine = forces(80, 100, 5, 0, curved, rest).largest;
  MESSAGE("force on 20 levels and on 80: ", coarse, " ", fine);
  CHECK(fine < coarse / 64);  // over a slope a quarter as steep: per slope the square of 1/4
}

}  // namespace
}  // namespace seafret
