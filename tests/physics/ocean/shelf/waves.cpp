// SPDX-License-Identifier: BSD-3-Clause
// The shelf sea beside solutions that are known.
#include <doctest/doctest.h>

#include <numbers>

#include "physics/ocean/constants.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

/// Largest speed through any face.
double fastest(const ShelfRun& run) {
  double most = 0;
  const auto look = [&](const WetRuns& faces, FieldView<const double> velocity) {
    for_each_point(faces, run.sea.owned(), [&](int i, int j) {
      for (int k = 0; k < velocity.levels; ++k) most = std::max(most, std::abs(velocity(i, j, k)));
    });
  };
  look(run.sea.flow().sea().east_faces, run.sea.u());
  look(run.sea.flow().sea().north_faces, run.sea.v());
  return most;
}

TEST_CASE("layered water rests over any bottom") {
  const Basin basin = archipelago(40, 30);
  ShelfSettings settings = frictionless(12);
  settings.levels.to_surface = 3;
  settings.levels.even_depth = 40;
  ShelfRun run(closed_shelf(basin, 2000, 1e-4, 100, settings), self());
  run.set_surface([](int, int) { return 0.; });
  run.set(0, [](int, int, double z) { return 15 + 0.05 * z; });
  run.step(20);
  CHECK(fastest(run) < 1e-11);
}

TEST_CASE("the shortest waves are damped as much where cells may fall dry as where they may not") {
  constexpr double height = 1e-3;  // m
  const Basin basin = bathtub(40, 3, 100);
  const auto left = [&](double dry_depth) {
    ShelfSettings settings = frictionless(2);
    settings.flow.dry_depth = dry_depth;
    ShelfRun run(closed_shelf(basin, 1000, 0, 300, settings), self());
    run.set_surface([](int i, int) { return i % 2 == 0 ? height : -height; });
    run.step(1);
    double most = 0;
    for (int i = 0; i < 40; ++i) most = std::max(most, std::abs(run.sea.flow().now().eta(i, 1)));
    return most;
  };
  const double never_dry = left(0);
  CHECK(never_dry < 0.5 * height);
  CHECK(left(0.1) == nearly(never_dry).epsilon(1e-3));
}

TEST_CASE("from where it is cold the lower water is pushed more than the upper") {
  constexpr double dx = 1500, dy = 1000, dt = 100;
  const Basin basin = bathtub(10, 10, 40);
  ShelfRun run(closed_shelf(basin, on_plane(10, dx, dy, 0, 0), dt, frictionless(4)), self());
  run.set_surface([](int, int) { return 0.; });
  run.set(0, [](int i, int j, double) { return 12 + 0.1 * i + 0.2 * j; });
  run.step(1);
  for (int k = 1; k < 4; ++k) {
    const double slower = dt * gravity * run.sea.settings().state.expansion * 10 * k;
    const auto beyond_lowest = [k](FieldView<const double> velocity) {
      return velocity(5, 5, k) - velocity(5, 5, 0);
    };
    CHECK(beyond_lowest(run.sea.u()) == nearly(-slower * 0.1 / dx).epsilon(1e-9));
    CHECK(beyond_lowest(run.sea.v()) == nearly(-slower * 0.2 / dy).epsilon(1e-9));
  }
}

/// The period of the first internal seiche, from when the slope of the layers changes sign.
double internal_period(int cells, int levels) {
  constexpr double length = 20e3, depth = 50, frequency = 0.01, swing = 1, dt = 500;
  const double dx = length / cells;
  const Basin basin = bathtub(cells, 2, depth);
  ShelfSetup setup = closed_shelf(basin, dx, 0, dt, frictionless(levels));
  ShelfRun run(setup, self());
  const double warmer = frequency * frequency / (gravity * setup.settings.state.expansion);
  run.set_surface([](int, int) { return 0.; });
  run.set(0, [&](int i, int, double z) {
    const double up = swing * std::cos(std::numbers::pi * (i + 0.5) * dx / length) *
                      std::sin(std::numbers::pi * -z / depth);
    return 12 + warmer * (z - up);
  });
  const auto slope = [&] {
    const auto tracer = std::as_const(run.sea).tracer(0);
    return tracer(cells - 1, 0, levels / 2) - tracer(0, 0, levels / 2);
  };
  double before = slope();
  for (int step = 1; step < 400; ++step) {
    run.step(1);
    const double now = slope();
    if (now <= 0) return 4 * dt * (step - 1 + before / (before - now));
    before = now;
  }
  return 0;
}

TEST_CASE("an internal seiche swings with the period 2 L/c, c = N H/pi") {
  const double right = 2 * 20e3 / (0.01 * 50 / std::numbers::pi);
  const double coarse = internal_period(20, 10), fine = internal_period(40, 30);
  MESSAGE("period over the right one: ", coarse / right, " and ", fine / right);
  CHECK(std::abs(coarse / right - 1) < 0.02);
  CHECK(std::abs(fine / right - 1) < 0.01);
}

/// The mean speed of the front of heavy water along the bottom between two hours, after the dam of
/// a lock between water of 5 kg/m3 difference is taken away; 64 km, 20 m.
double front_speed(int cells, int levels, double dt, double from, double until) {
  constexpr double length = 64e3, difference = 5;
  const double dx = length / cells;
  const Basin basin = bathtub(cells, 1, 20);
  ShelfSettings settings = frictionless(levels);
  settings.state.reference_density = 1000;
  settings.lateral_viscosity = 100;
  const double warmer = difference / (1000 * settings.state.expansion);
  ShelfRun run(closed_shelf(basin, dx, 0, dt, settings), self());
  run.set_surface([](int, int) { return 0.; });
  run.set(0, [&](int i, int, double) { return i < cells / 2 ? 10 : 10 + warmer; });
  const auto front = [&] {  // where half of the heavy water's coldness is met at the bottom
    const auto tracer = std::as_const(run.sea).tracer(0);
    const double half = 10 + 0.5 * warmer;
    int i = cells / 2;
    while (i < cells - 1 && tracer(i, 0, 0) < half) ++i;
    const double behind = tracer(i - 1, 0, 0), ahead = tracer(i, 0, 0);
    return dx * (i - 0.5 + (half - behind) / (ahead - behind));
  };
  const int first = static_cast<int>(from * 3600 / dt), last = static_cast<int>(until * 3600 / dt);
  run.step(first);
  const double start = front();
  run.step(last - first);
  return (front() - start) / ((last - first) * dt);
}

TEST_CASE("heavy water runs under light with half of sqrt(g' H)") {
  const double right = 0.5 * std::sqrt(gravity * 5 / 1000 * 20);
  const double speed = front_speed(128, 20, 120, 5, 17);
  MESSAGE("front: ", speed, " m/s, theory ", right);
  CHECK(std::abs(speed / right - 1) < 0.05);
}

}  // namespace
}  // namespace seafret
