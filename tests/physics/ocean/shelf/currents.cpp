// SPDX-License-Identifier: BSD-3-Clause
// What moves single levels of the shelf sea and not their mean, beside solutions that are known.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "physics/ocean/constants.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

TEST_CASE("a shear turns in inertial circles of 2 pi/f and keeps its speed") {
  constexpr double coriolis = 1e-4, speed = 0.01;
  constexpr int steps_a_turn = 200, middle = 20;
  const Basin basin = bathtub(2 * middle, 2 * middle, 10);
  ShelfRun run(closed_shelf(basin, 10e3, coriolis, 2 * std::numbers::pi / coriolis / steps_a_turn,
                            frictionless(4)),
               self());
  run.set_current(Place::east_face, [](int, int, int k) { return k < 2 ? -speed : speed; });
  const auto check = [&](double u, double v) {
    CHECK(std::abs(run.sea.u()(middle, middle, 3) / speed - u) < 0.02);
    CHECK(std::abs(run.sea.v()(middle, middle, 3) / speed - v) < 0.02);
    CHECK(std::abs(run.sea.u()(middle, middle, 0) / speed + u) < 0.02);
  };
  run.step(steps_a_turn / 4);
  check(0, -1);  // to the right, on this hemisphere
  run.step(steps_a_turn - steps_a_turn / 4);
  check(1, 0);
}

TEST_CASE("lateral viscosity wears currents down that slip along a wall and end before it") {
  constexpr int nx = 16, ny = 11, steps = 50;
  constexpr double dx = 1500, dy = 1000, viscosity = 200, dt = 600;
  constexpr double speed = 1e-9;  // so slow that it carries nothing
  ShelfSettings settings = frictionless(2);
  settings.lateral_viscosity = viscosity;
  ShelfRun run(closed_shelf(bathtub(nx, ny, 10), on_plane(ny, dx, dy, 0, 0), dt, settings), self());
  // The slowest mode between two walls, of the n-th face along it and the n-th cell beside it.
  const auto ends = [](int n, int cells) { return std::sin(std::numbers::pi * (n + 1) / cells); };
  const auto slips = [](int n, int cells) {
    return std::cos(std::numbers::pi * (n + 0.5) / cells);
  };
  const auto u = [&](int i, int j, int k) {
    return (k == 0 ? -speed : speed) * ends(i, nx) * slips(j, ny);
  };
  const auto v = [&](int i, int j, int k) {
    return (k == 0 ? -speed : speed) * slips(i, nx) * ends(j, ny);
  };
  run.set_current(Place::east_face, u);
  run.set_current(Place::north_face, v);
  run.step(steps);
  const auto curved = [](int cells, double distance) {
    return (2 - 2 * std::cos(std::numbers::pi / cells)) / (distance * distance);
  };
  const double left = std::pow(1 - dt * viscosity * (curved(nx, dx) + curved(ny, dy)), steps);
  REQUIRE(left < 0.7);
  for (const auto& [i, j] : {std::array{0, 0}, {0, 7}, {7, 0}, {nx - 2, ny - 2}, {7, 7}})
    for (const int k : {0, 1}) {
      CHECK(run.sea.u()(i, j, k) == nearly(left * u(i, j, k)).epsilon(1e-6));
      CHECK(run.sea.v()(i, j, k) == nearly(left * v(i, j, k)).epsilon(1e-6));
    }
}

TEST_CASE("what all levels have alike is dragged in every substep as the depth mean would be") {
  constexpr double depth = 20, speed = 0.1, drag = 0.01, dt = 300;
  constexpr int middle = 20;
  const Basin basin = bathtub(2 * middle, 2 * middle, depth);
  ShelfSettings settings = frictionless(4);
  settings.flow.linear_drag = drag;
  for (const double dry_depth : {0., 0.1}) {
    CAPTURE(dry_depth);
    settings.flow.dry_depth = dry_depth;
    ShelfRun run(closed_shelf(basin, 1000, 0, dt, settings), self());
    DepthMeanFlow& flow = run.sea.flow();
    for_each_point(flow.sea().east_faces, run.sea.owned(),
                   [&](int i, int j) { flow.now().u(i, j) = speed * depth; });
    run.set_current(Place::east_face, [](int, int, int) { return speed; });
    run.step(1);
    const int substeps = run.sea.settings().substeps;
    REQUIRE(substeps > 2);
    REQUIRE(substeps < middle);  // no wave has come from the walls
    const double left = std::pow(1 + dt / substeps * drag / depth, -substeps);
    CHECK(flow.now().u(middle, middle) == nearly(left * speed * depth).epsilon(1e-12));
  }
}

TEST_CASE("wind piles water up against what the bottom drags back with the water that returns") {
  // K u'' = G = g d eta/dx, K u' = tau above and R u below, and no transport: with a = 1/R + H/(2
  // K) and b = H/(6 K) that is G H = tau a/(a - b), between tau (no drag) and 3/2 tau (no slip).
  // The stronger drag would take fifteen times the current in a step.
  constexpr double depth = 20, viscosity = 0.01, tau = 1e-5, dx = 1000, dt = 300;
  constexpr int levels = 40;
  const Basin basin = bathtub(16, 1, depth);
  for (const double drag : {0.002, 1.}) {
    CAPTURE(drag);
    ShelfSettings settings = frictionless(levels);
    settings.mixing.viscosity = viscosity;
    settings.flow.linear_drag = drag;
    settings.flow.stress = [](int, int) { return std::array{tau, 0.}; };
    ShelfRun run(closed_shelf(basin, dx, 0, dt, settings), self());
    run.set_surface([](int, int) { return 0.; });
    run.step(1000);
    const double a = 1 / drag + (depth - depth / levels) / (2 * viscosity),
                 b = depth / (6 * viscosity);
    const FieldView<double> eta = run.sea.flow().now().eta;
    const double slope = (eta(11, 0) - eta(4, 0)) / (7 * dx);
    CHECK(std::abs(gravity * depth * slope / tau - a / (a - b)) < 0.002);
    CHECK(run.sea.u()(8, 0, levels - 1) > 0);
    CHECK(run.sea.u()(8, 0, 0) < 0);
  }
}

TEST_CASE(
    "over a lowest level that the bottom holds fast, waves run nearly as if it were not there") {
  // A seiche of half a wave. The bottom would take five times the current in a step. What it takes
  // of the lowest level it takes a step late, and so the period is a fifth too long; by the current
  // of the depth mean alone it would be more than twice as long.
  constexpr double depth = 20, dx = 1000, dt = 100;
  constexpr int nx = 40, levels = 5;
  const Basin basin = bathtub(nx, 1, depth);
  ShelfSettings settings = frictionless(levels);
  settings.flow.linear_drag = 1;
  ShelfRun run(closed_shelf(basin, dx, 0, dt, settings), self());
  const auto shape = [](int i) { return std::cos(std::numbers::pi * (i + 0.5) / nx); };
  run.set_surface([&](int i, int) { return 0.01 * shape(i); });
  const auto height = [&] {
    double sum = 0;
    for (int i = 0; i < nx; ++i) sum += run.sea.flow().now().eta(i, 0) * shape(i);
    return sum / (0.01 * nx / 2);
  };
  const double period = 2 * nx * dx / std::sqrt(gravity * depth * (levels - 1) / levels);
  run.step(static_cast<int>(std::round(period / 4 / dt)));
  CHECK(std::abs(height()) < 0.3);
  run.step(static_cast<int>(std::round(period / 4 / dt)));
  CHECK(height() < -0.8);
}

TEST_CASE("a face feels the wind of its two cells, and the bottom by the mean of what crosses it") {
  constexpr double depth = 20, drag = 0.003, dt = 60;
  const Basin basin = bathtub(20, 20, depth);
  ShelfSettings settings = frictionless(4);
  settings.flow.drag = drag;
  settings.flow.stress = [](int i, int j) { return std::array{1e-5 * i, 3e-5 * j}; };
  const ShelfSetup setup = closed_shelf(basin, 2000, 0, dt, settings);
  ShelfRun still(setup, self());
  still.step(1);
  const FlowDrive& blown = still.sea.flow().drive();
  CHECK(blown.east.stress.view()(7, 9) == nearly(7.5e-5));
  CHECK(blown.north.stress.view()(7, 9) == nearly(28.5e-5));

  const auto u = [](int i, int j, int) { return 0.1 * ((i + 2 * j) % 3); };
  const auto v = [](int i, int j, int) { return 0.02 * (i % 3) + 0.05 * (j % 2); };
  ShelfRun run(setup, self());
  run.set_current(Place::east_face, u);
  run.set_current(Place::north_face, v);
  run.step(1);
  const FlowDrive& dragged = run.sea.flow().drive();
  const double substep = dt / run.sea.settings().substeps;
  const auto taken = [&](double along, double across) {
    return nearly(substep * drag * std::hypot(along, across) / depth).epsilon(1e-9);
  };
  CHECK(1 / dragged.east.kept.view()(10, 10) - 1 ==
        taken(u(10, 10, 0), (v(10, 9, 0) + v(10, 10, 0) + v(11, 9, 0) + v(11, 10, 0)) / 4));
  CHECK(1 / dragged.north.kept.view()(10, 10) - 1 ==
        taken(v(10, 10, 0), (u(9, 10, 0) + u(10, 10, 0) + u(9, 11, 0) + u(10, 11, 0)) / 4));
}

TEST_CASE("layers that are stable are mixed less, as Pacanowski and Philander have it") {
  const VerticalMixing mixing{.viscosity = 1e-4, .diffusivity = 1e-5, .strongest = 5e-3};
  const Mixed unstable = richardson_mixing(mixing, -1e-5, 0);
  CHECK(std::abs(unstable.viscosity - 5.1e-3) < 1e-9);
  CHECK(std::abs(unstable.diffusivity - 5.01e-3) < 1e-9);
  const Mixed stable = richardson_mixing(mixing, 1e-4, 1e-4);  // Ri = 1
  CHECK(std::abs(stable.viscosity - (5e-3 / 36 + 1e-4)) < 1e-9);
  CHECK(std::abs(stable.diffusivity - (5e-3 / 216 + 1e-5)) < 1e-9);
}

/// Water that gets warmer upwards, in currents that are sheared evenly.
struct LayeredShear {
  static constexpr int levels = 4;
  static constexpr double warmer = 0.02;  // K/m
  Basin basin = bathtub(20, 20, 40);

  ShelfSetup mixed_by(const VerticalMixing& mixing) const {
    ShelfSettings settings = frictionless(levels);
    settings.mixing = mixing;
    return closed_shelf(basin, 2000, 0, 60, settings);
  }
  /// With so much shear, 1/s, on the faces of a column to the east and of a row to the north.
  template <class East, class North>
  static void step(ShelfRun& run, East east, North north) {
    const auto up = [](int k) { return 10. * k - 15; };  // from the middle of the water
    run.set_current(Place::east_face, [&](int i, int, int k) { return east(i) * up(k); });
    run.set_current(Place::north_face, [&](int, int j, int k) { return north(j) * up(k); });
    run.set(0, [](int, int, double z) { return 10 + warmer * z; });
    run.step(1);
  }
  /// What stable layers leave of mixing (Pacanowski and Philander).
  static double damped(const ShelfRun& run, double shear_squared) {
    const double frequency_squared = gravity * run.sea.settings().state.expansion * warmer;
    return 1 / (1 + 5 * frequency_squared / shear_squared);
  }
};

TEST_CASE("stable layers are mixed by the shear of both velocities") {
  constexpr double shear_u = 0.008, shear_v = 0.006;
  const LayeredShear water;
  const auto step = [](ShelfRun& run) {
    // The two faces of a cell shear differently: it has their mean.
    const auto share = [](int n) { return n % 2 == 0 ? 1.5 : 0.5; };
    LayeredShear::step(
        run, [&](int i) { return share(i) * shear_u; }, [&](int j) { return share(j) * shear_v; });
  };
  ShelfRun run(water.mixed_by({VerticalMixing::Kind::richardson, 1e-4, 1e-5, 5e-3}), self());
  const double damped = LayeredShear::damped(run, shear_u * shear_u + shear_v * shear_v),
               strength = 5e-3 * damped * damped;
  ShelfRun right(
      water.mixed_by({VerticalMixing::Kind::constant, strength + 1e-4, strength * damped + 1e-5}),
      self());
  step(run);
  step(right);
  for (int k = 0; k < LayeredShear::levels; ++k) {
    CAPTURE(k);
    CHECK(run.sea.u()(10, 10, k) == nearly(right.sea.u()(10, 10, k)).epsilon(1e-10));
    CHECK(run.sea.v()(10, 10, k) == nearly(right.sea.v()(10, 10, k)).epsilon(1e-10));
    CHECK(run.sea.tracer(0)(10, 10, k) == nearly(right.sea.tracer(0)(10, 10, k)).epsilon(1e-10));
  }
}

TEST_CASE("a face is mixed by the mean of what mixes its two cells") {
  const LayeredShear water;
  const auto shear = [](int face) { return face % 4 < 2 ? 0.015 : 0.005; };
  const auto step = [&](ShelfRun& run) { LayeredShear::step(run, shear, [](int) { return 0.; }); };
  ShelfRun run(water.mixed_by({VerticalMixing::Kind::richardson, 1e-4, 0, 5e-3}), self());
  const auto strength = [&](int cell) {
    const double of_cell = 0.5 * (shear(cell - 1) + shear(cell));
    return 5e-3 * std::pow(LayeredShear::damped(run, of_cell * of_cell), 2);
  };
  REQUIRE(strength(10) > 2 * strength(11));
  const double mean = 0.5 * (strength(10) + strength(11)) + 1e-4;
  ShelfRun right(water.mixed_by({VerticalMixing::Kind::constant, mean, 0}), self());
  step(run);
  step(right);
  for (int k = 0; k < LayeredShear::levels; ++k)
    CHECK(run.sea.u()(10, 10, k) == nearly(right.sea.u()(10, 10, k)).epsilon(1e-10));
}

TEST_CASE("heat that comes through the surface stays in the water") {
  const Basin basin = archipelago(30, 24);
  ShelfSettings settings{.levels = {.count = 6}, .heat_flux = 200};
  ShelfRun run(closed_shelf(basin, 2000, 1e-4, 100, settings), self());
  run.set_surface([](int, int) { return 0.; });
  run.set(0, [](int, int, double z) { return 10 + 0.01 * z; });
  double area = 0;
  for_each_point(run.sea.flow().sea().wet_cells, run.sea.owned(), [&](int, int) { area += 4e6; });
  const double before = run.content(0);
  run.step(50);
  const double right = 200 * area * 5000 / (1025 * 3985.);
  CHECK(std::abs((run.content(0) - before) / right - 1) < 1e-6);
}

}  // namespace
}  // namespace seafret
