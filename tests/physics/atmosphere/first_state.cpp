// SPDX-License-Identifier: BSD-3-Clause
// The air before the first step, against its sounding and puffs whose middles are worked out by
// hand.
#include "physics/atmosphere/first_state.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tests/nearly.hpp"
#include "tests/physics/atmosphere/stratus_runs.hpp"

namespace seafret {
namespace {

using Place3 = std::array<double, 3>;

/// How far from the middle of a puff, whose edge is at 1; along x and y the air is periodic.
double distance(Place3 at, Place3 middle) {
  Place3 off{};
  for (std::size_t d = 0; d < 3; ++d) off[d] = std::abs(at[d] - middle[d]);
  for (std::size_t d = 0; d < 2; ++d) off[d] = off[d] > 0.5 ? 1 - off[d] : off[d];
  return std::hypot(off[0] / 0.25, off[1] / 0.25, off[2] / 0.2);
}

double hill(double r) { return r < 1 ? 5e-4 + 5e-4 * std::cos(std::numbers::pi * r) : 0; }
double block(double r) { return r < 1 ? 1e-3 : 0; }

TEST_CASE("the first state is the sounding with noise, a uniform wind, and puffs") {
  const SmallStratus small;
  const StratusRun run(small, Communicator(MPI_COMM_SELF));
  const Grid grid = small.settings.grid();
  const VerticalGrid& levels = run.model.levels();
  const Sounding column = fire_sounding(levels);
  const auto& f = run.model.now().fields;
  int in_cloud = 0, in_puffs = 0;
  for_each_point(grid.box(), levels.levels(), [&](int i, int j, int k) {
    const auto n = static_cast<std::size_t>(k);
    const double theta_l = column.theta_l[n] + 0.3 * noise(1, i, j, k);
    const MoistAir air = condense(theta_l, column.total[n], column.exner[n], column.pressure[n]);
    in_cloud += air.liquid > 0;
    CHECK(f[stratus::u](i, j, k) == 3.5);
    CHECK(f[stratus::v](i, j, k) == -4.5);
    CHECK(f[stratus::w](i, j, k) == 0);
    CHECK(f[stratus::theta](i, j, k) == nearly(air.theta - 287.5).epsilon(1e-12));
    CHECK(f[stratus::vapour](i, j, k) == nearly(air.vapour).epsilon(1e-12));
    CHECK(f[stratus::liquid](i, j, k) == nearly(air.liquid).epsilon(1e-12));
    const Place3 at{(i + 0.5) / 13, (j + 0.5) / 11, levels.z[n] / levels.z_half.back()};
    const double first = hill(distance(at, {0.236068, 0.509756, 0.139680})),
                 second = block(distance(at, {0.854102, 0.264634, 0.709520})),
                 third = hill(distance(at, {0.472136, 0.019512, 0.279360}));
    in_puffs += (first > 0) + (second > 0) + (third > 0);
    CHECK(f[6](i, j, k) == nearly(first).epsilon(1e-9));
    CHECK(f[7](i, j, k) == second);
    CHECK(f[8](i, j, k) == nearly(third).epsilon(1e-9));
  });
  CHECK(in_cloud > 100);
  CHECK(in_puffs > 100);
  for (std::size_t q = 0; q < f.size(); ++q) {
    CHECK(differences(grid.box(), f[q], run.model.past().fields[q]) == 0);
    for_each_point({-1, 0, 0, 11}, levels.levels(),
                   [&, q](int i, int j, int k) { CHECK(f[q](i, j, k) == f[q](i + 13, j, k)); });
  }
}

TEST_CASE("the first wind may change with height, and what shakes the air end at one") {
  SmallStratus small;
  small.settings.first.sounding = [](const VerticalGrid& levels) {
    SoundingKnots knots;
    knots.u = {1, 7, 7, 3};
    knots.v = {0, 0, -2, -2};
    return knots.on(levels);
  };
  small.settings.first.frame = {2, 1};
  small.settings.first.noise_below = 500;
  const StratusRun run(small, Communicator(MPI_COMM_SELF));
  const VerticalGrid& levels = run.model.levels();
  const Sounding column = fire_sounding(levels);
  const auto& f = run.model.now().fields;
  for_each_point(small.settings.grid().box(), levels.levels(), [&](int i, int j, int k) {
    const auto n = static_cast<std::size_t>(k);
    const double z = levels.z[n];
    CHECK(f[stratus::u](i, j, k) ==
          nearly((z < 595 ? 1 + 6 * z / 595 : 7 - 4 * (z - 595) / (1200 - 595)) - 2));
    CHECK(f[stratus::v](i, j, k) == nearly((z < 595 ? 0 : -2) - 1));
    const double noisy = column.theta_l[n] + (z < 500 ? 0.3 * noise(1, i, j, k) : 0);
    const MoistAir air = condense(noisy, column.total[n], column.exner[n], column.pressure[n]);
    CHECK(f[stratus::theta](i, j, k) == nearly(air.theta - 287.5).epsilon(1e-12));
  });
}

}  // namespace
}  // namespace seafret
