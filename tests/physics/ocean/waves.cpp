// SPDX-License-Identifier: BSD-3-Clause
// The depth-mean flow beside solutions that are known.
#include <doctest/doctest.h>

#include <numbers>
#include <utility>

#include "decomposition/base/floating_point_traps.hpp"
#include "ocean_runs.hpp"
#include "physics/ocean/analysis/tidal_analysis.hpp"
#include "physics/ocean/analysis/volume_budget.hpp"
#include "physics/ocean/constants.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

/// A closed plane sea.
FlowSetup plane(const Basin& basin, double spacing, double coriolis, double share_of_limit) {
  const SeaMetrics metrics = on_plane(basin.grid.ny, spacing, spacing, coriolis, 0);
  return {.basin = basin,
          .metrics = metrics,
          .open = {},
          .settings = {{.drag = 0}},
          .stepping = {.dt = share_of_limit * step_limit(basin, metrics, 0).dt}};
}

TEST_CASE("a lake at rest stays so, at any level and over any bottom") {
  const Basin basin = archipelago(40, 30);
  FlowSetup setup = tidal(basin);
  setup.open = {};
  FlowRun run(setup, self());
  run.set(run.flow.now().eta, Place::centre, [](int, int) { return 0.7; });
  run.step(50);
  const FlowView<const double> now = run.flow.now();
  for (int j = 0; j < 30; ++j)
    for (int i = 0; i < 40; ++i) {
      if (basin.wet(i, j)) REQUIRE(now.eta(i, j) == 0.7);
      REQUIRE(now.u(i, j) == 0);
      REQUIRE(now.v(i, j) == 0);
    }
}

TEST_CASE("a viscous sea's step limit is where its shortest waves begin to grow") {
  const Basin basin = bathtub(40, 30, 50);
  for (const double viscosity : {1e3, 2e4})
    for (const double share : {0.99, 1.01}) {
      FlowSetup setup = plane(basin, 1000, 0, 1);
      setup.settings.viscosity = viscosity;
      setup.stepping.dt = share * step_limit(basin, setup.metrics, 0, viscosity).dt;
      FlowRun run(setup, self());
      run.set(run.flow.now().eta, Place::centre,
              [](int i, int j) { return (i + j) % 2 == 0 ? 1e-9 : -1e-9; });
      double highest = 0;
      for (int steps = 0; steps < 200 && highest < 1e-3; ++steps) {  // soon no water would be left
        run.step(1);
        highest = 0;
        for (int j = 0; j < 30; ++j)
          for (int i = 0; i < 40; ++i)
            highest = std::max(highest, std::abs(run.flow.now().eta(i, j)));
      }
      CHECK((highest < 1e-9) == (share < 1));
    }
}

/// eta = a e^(-y/R) s(x - ct), u = g eta/c: along a coast at y = 0 (the south).
struct KelvinWave {
  double depth = 50, coriolis = 1e-4, spacing = 10e3, height = 0.01, start = 400e3, length = 120e3;

  double speed() const { return std::sqrt(gravity * depth); }
  double eta(double x, double y, double time) const {
    const double ahead = (x - start - speed() * time) / length;
    return height * std::exp(-y * coriolis / speed()) * std::exp(-ahead * ahead);
  }
};

/// Where the crest is in the row at the coast: the middle of its energy.
double crest(const FlowRun& run, double spacing) {
  const FieldView<const double> eta = run.flow.now().eta;
  double sum = 0, weight = 0;
  for (int i = 0; i < run.domain.grid().nx; ++i) {
    const double w = eta(i, 0) * eta(i, 0);
    sum += w * (i + 0.5) * spacing;
    weight += w;
  }
  return sum / weight;
}

TEST_CASE("a Kelvin wave runs along the coast at sqrt(g H)") {
  const KelvinWave wave;
  const Basin basin = bathtub(180, 60, wave.depth);
  FlowRun run(plane(basin, wave.spacing, wave.coriolis, 0.9), self());
  const double dx = wave.spacing;
  run.set(run.flow.now().eta, Place::centre,
          [&](int i, int j) { return wave.eta((i + 0.5) * dx, (j + 0.5) * dx, 0); });
  run.set(run.flow.now().u, Place::east_face,
          [&](int i, int j) { return wave.speed() * wave.eta((i + 1) * dx, (j + 0.5) * dx, 0); });
  const double x0 = crest(run, dx);
  const double largest0 = run.flow.now().eta(40, 0);
  const int steps = static_cast<int>(1000e3 / wave.speed() / run.flow.rules().dt);
  run.step(steps);
  const double time = steps * run.flow.rules().dt;
  CHECK((crest(run, dx) - x0) / time == nearly(wave.speed()).epsilon(0.005));

  double largest = 0, across = 0, along = 0;
  for (int j = 0; j < 60; ++j)
    for (int i = 0; i < 180; ++i) {
      largest = std::max(largest, run.flow.now().eta(i, j));
      across = std::max(across, std::abs(run.flow.now().v(i, j)));
      along = std::max(along, std::abs(run.flow.now().u(i, j)));
    }
  CHECK(largest == nearly(largest0).epsilon(0.03));
  CHECK(across < 0.03 * along);
}

/// How much of a hill of water at the middle is left after a while, with the current that balances
/// it.
double hill_left(double coriolis) {
  const Basin basin = bathtub(60, 60, 100);
  constexpr double dx = 10e3, length = 80e3, height = 0.1;
  FlowRun run(plane(basin, dx, coriolis, 0.9), self());
  const auto hill = [&](double i, double j) {
    const double x = (i - 30) * dx / length, y = (j - 30) * dx / length;
    return height * std::exp(-x * x - y * y);
  };
  run.set(run.flow.now().eta, Place::centre, [&](int i, int j) { return hill(i + 0.5, j + 0.5); });
  // f V = g H d eta/dx, f U = -g H d eta/dy, over two cells
  const double push = coriolis == 0 ? 0 : gravity * 100 / coriolis / (2 * dx);
  run.set(run.flow.now().u, Place::east_face,
          [&](int i, int j) { return -push * (hill(i + 1, j + 1.5) - hill(i + 1, j - 0.5)); });
  run.set(run.flow.now().v, Place::north_face,
          [&](int i, int j) { return push * (hill(i + 1.5, j + 1) - hill(i - 0.5, j + 1)); });
  run.step(static_cast<int>(60000 / run.flow.rules().dt));
  double largest = 0;
  for (int j = 0; j < 60; ++j)
    for (int i = 0; i < 60; ++i) largest = std::max(largest, run.flow.now().eta(i, j));
  return largest / height;
}

TEST_CASE("a current in geostrophic balance stays in it") {
  CHECK(hill_left(1.2e-4) == nearly(1).epsilon(0.02));
  CHECK(hill_left(0) < 0.5);
}

/// Largest energy of a random flow while it goes on, as a multiple of that at the start.
double growth(double share_of_limit) {
  const Basin basin = archipelago(40, 30);
  FlowSetup setup = tidal(basin, 0);
  setup.open = {};
  setup.stepping.dt = share_of_limit * step_limit(basin, setup.metrics, 0).dt;
  FlowRun run(setup, self());
  run.set(run.flow.now().eta, Place::centre, [](int i, int j) { return 1e-4 * hash(i, j, 20); });
  const double start = energy(run);
  double most = 0;
  for (int n = 0; n < 40 && most < 1e3; ++n) {
    run.step(50);
    const double now = energy(run) / start;
    most = std::isfinite(now) ? std::max(most, now) : std::numeric_limits<double>::infinity();
  }
  return most;
}

TEST_CASE("the step limit is one: below it energy stays, well above it grows") {
  CHECK(growth(0.3) < 1.03);
  CHECK(growth(1) < 1.2);  // what the scheme keeps is not quite this energy
  const Untrapped grows_beyond_all_numbers;
  CHECK(growth(1.15) > 1e3);
}

TEST_CASE("a current that nothing drives turns in inertial circles of 2 pi/f and keeps its speed") {
  // Water 1 m deep: within two turns no wave comes from the coasts, 600 km away, to the middle.
  constexpr double coriolis = 1e-4, speed = 0.01;
  constexpr int steps_a_turn = 200, middle = 60;
  const Basin basin = bathtub(2 * middle, 2 * middle, 1);
  FlowSetup setup = plane(basin, 10e3, coriolis, 1);
  setup.stepping.dt = 2 * std::numbers::pi / coriolis / steps_a_turn;
  FlowRun run(setup, self());
  run.set(run.flow.now().u, Place::east_face, [](int, int) { return speed; });
  const auto here = [&] {
    const FlowView<const double> now = run.flow.now();
    return std::pair(now.u(middle, middle) / speed, now.v(middle, middle) / speed);
  };
  for (int turn = 1; turn <= 2; ++turn) {
    run.step(steps_a_turn / 4);
    CHECK(here().first == nearly(0).epsilon(0.02));
    CHECK(here().second == nearly(-1).epsilon(1e-3));  // to the right, on this hemisphere
    run.step(steps_a_turn - steps_a_turn / 4);
    CHECK(here().first == nearly(1).epsilon(1e-3));
    CHECK(here().second == nearly(0).epsilon(0.02));
  }
}

TEST_CASE("a tide in a bay stands as high at its head as theory says") {
  // cos(k (L - x))/cos(k L), k = omega/c, from the open cell in the west to the closed head.
  constexpr int n = 60;
  constexpr double depth = 100, dx = 3000, amplitude = 0.01, lag = 40;
  const Basin basin = bathtub(n, 3, depth);
  FlowSetup setup = plane(basin, dx, 0, 1);
  setup.open = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}};
  setup.settings.tide = {.amplitude = {amplitude}, .phase = {lag}};
  const int a_tide = static_cast<int>(std::ceil(m2_period / setup.stepping.dt));
  setup.stepping.dt = m2_period / a_tide;
  FlowRun run(setup, self());
  run.step(3 * a_tide);
  TidalAnalysis analysis(run.flow.owned(), {m2});
  for (int s = 0; s < a_tide; ++s) {
    run.step(1);
    analysis.add(run.flow.sea(), run.flow.now().eta,
                 static_cast<double>(run.flow.steps()) * setup.stepping.dt);
  }
  analysis.finish(run.flow.sea());
  const double k = m2.angle(1) / std::sqrt(gravity * depth);
  for (const int i : {0, n / 2, n - 1}) {
    const double right =
        amplitude * std::cos(k * dx * (n - 0.5 - i)) / std::cos(k * dx * (n - 0.5));
    CHECK(analysis.amplitude(0)(i, 1) == nearly(right).epsilon(0.01));
    CHECK(analysis.phase(0)(i, 1) == nearly(lag).epsilon(0.02));
  }
  CHECK(analysis.amplitude(0)(n - 1, 1) > 1.2 * amplitude);
  CHECK(analysis.amplitude(0)(0, 1) == nearly(amplitude).epsilon(1e-9));
  CHECK(analysis.phase(0)(0, 1) == nearly(lag).epsilon(1e-9));
}

TEST_CASE("drag takes energy, the faster the stronger it is") {
  const Basin basin = archipelago(40, 30);
  const auto left = [&](double drag) {
    FlowSetup setup = tidal(basin, drag);
    setup.open = {};
    FlowRun run(setup, self());
    run.set(run.flow.now().u, Place::east_face, [](int i, int j) { return 40 * hash(i, j, 21); });
    run.step(300);
    return energy(run);
  };
  CHECK(left(0.0025) < 0.9 * left(0));
  CHECK(left(0.01) < 0.9 * left(0.0025));
}

TEST_CASE("a transport alone in a channel decays as 1/(1 + a t)") {
  // dU/dt = -Cd |U| U/h^2 in a ring cannot be had; between two walls, without gravity waves: one
  // step only, from a state without slope.
  const Basin basin = bathtub(10, 3, 20);
  FlowSetup setup = plane(basin, 1e6, 0, 1e-4);
  setup.settings.drag = 0.5;
  FlowRun run(setup, self());
  run.set(run.flow.now().u, Place::east_face, [](int, int) { return 30.0; });
  run.step(100);
  const double time = 100 * setup.stepping.dt;
  CHECK(run.flow.now().u(5, 1) == nearly(30 / (1 + time * 0.5 * 30 / 400)).epsilon(0.01));
}

}  // namespace
}  // namespace seafret
