// SPDX-License-Identifier: BSD-3-Clause
// The sponge beside the open boundary of a sea with levels.
#include <doctest/doctest.h>

#include <map>
#include <numbers>

#include "physics/ocean/constants.hpp"
#include "physics/ocean/shelf/tracer_budget.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/ocean/shelf/tidal_shelf.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

TEST_CASE("a sponge reaches so many steps into the sea, round land and not across it") {
  Basin basin = bathtub(6, 4, 10);
  for (int j = 1; j < 4; ++j) basin.grid.cells[basin.index(2, j)] = Cell::dry;
  const std::vector<OpenCell> open{{0, 3, 0}, {0, 2, 0}};
  std::map<std::pair<int, int>, int> steps;
  for (const SpongeCell& c : sponge_cells(basin.grid, open, 7)) steps[{c.i, c.j}] = c.steps;
  CHECK(steps.size() == 12);
  CHECK(steps.at({0, 3}) == 0);
  CHECK(steps.at({0, 0}) == 2);
  CHECK(steps.at({1, 3}) == 1);
  CHECK(steps.at({3, 0}) == 5);
  CHECK(steps.at({3, 1}) == 6);
  CHECK(steps.count({2, 2}) == 0);
  CHECK(steps.count({3, 2}) == 0);
  CHECK(sponge_cells(basin.grid, open, 0).empty());
}

/// A channel of evenly layered water, its surface held at both ends, and the lowest mode of its
/// internal waves: T' = a sin(pi z/H), c = N H/pi.
struct LayeredChannel : ShelfRun {
  static constexpr int columns = 120, levels = 10;
  static constexpr double depth = 50, spacing = 1000, layered = 0.05 /* K/m */, dt = 600;
  static constexpr double length = columns * spacing;

  static Basin bed(Place along) {
    return along == Place::east_face ? bathtub(columns, 1, depth) : bathtub(1, columns, depth);
  }
  static ShelfSetup with_sponge(const Basin& basin, int width, double time) {
    ShelfSettings settings{.levels = {.count = levels},
                           .mixing = {.viscosity = 0, .diffusivity = 0},
                           .sponge = {.width = width, .time = time}};
    settings.flow.drag = 0;
    ShelfSetup setup = closed_shelf(basin, spacing, 0, dt, settings);
    setup.open = {{0, 0, 0}, {basin.grid.nx - 1, basin.grid.ny - 1, 0}};
    setup.sponge = sponge_cells(basin.grid, setup.open, width);
    return setup;
  }
  /// From west to east or, along north faces, from south to north.
  LayeredChannel(int width, double time, Place along = Place::east_face)
      : ShelfRun(with_sponge(bed(along), width, time), self()) {
    set_surface([](int, int) { return 0.; });
    set(0, [](int, int, double z) { return 20 + layered * z; });
    sea.take_water_outside();
  }
  double speed() const {
    return std::sqrt(gravity * sea.settings().state.expansion * layered) * depth / std::numbers::pi;
  }
  /// A hump in the middle, which falls into two waves.
  void disturb() {
    set(0, [](int i, int, double z) {
      const double x = (i + 0.5 - 0.5 * columns) / 8;
      return 20 + layered * z + 0.02 * std::exp(-x * x) * std::sin(std::numbers::pi * z / depth);
    });
  }
  void run_for(double time) { step(static_cast<int>(std::lround(time / dt))); }
  /// The largest of that mode in the middle third, K.
  double largest() const {
    double most = 0;
    for (int i = columns / 3; i < columns - columns / 3; ++i) {
      double mode = 0;
      for (int k = 0; k < levels; ++k) {
        const double z = ((k + 0.5) / levels - 1) * depth;
        mode += 2. / levels * std::sin(std::numbers::pi * z / depth) *
                (sea.tracer(0)(i, 0, k) - 20 - layered * z);
      }
      most = std::max(most, std::abs(mode));
    }
    return most;
  }
};

/// How much of a wave comes back from an end: from both it comes at once, and meets in the middle.
double thrown_back(int width, double time) {
  LayeredChannel run(width, time);
  run.disturb();
  run.run_for(0.15 * LayeredChannel::length / run.speed());
  const double wave = run.largest();
  run.run_for(0.3 * LayeredChannel::length / run.speed());
  const double between = run.largest();
  CHECK(between < 0.1 * wave);  // all has gone to the ends
  double back = 0;
  for (int n = 0; n < 60; ++n) {
    run.run_for(0.02 * LayeredChannel::length / run.speed());
    back = std::max(back, run.largest());
  }
  return 0.5 * back / wave;
}

TEST_CASE("waves within the water end in a sponge, and are thrown back without one") {
  const double without = thrown_back(0, 1e4), with = thrown_back(25, 2e4);
  MESSAGE("thrown back ", without, " without, ", with, " with a sponge");
  CHECK(without > 0.9);
  CHECK(with < 0.01);
}

TEST_CASE(
    "where the sponge is, layers that pass each other are slowed and salt comes back, less and "
    "less inwards") {
  constexpr int width = 25, salt = ShelfSea::salinity;
  constexpr double time = 2000, current = 1e-8;
  const auto rate = [](int steps) {
    const double still = steps < width ? std::cos(0.5 * std::numbers::pi * steps / width) : 0;
    return still * still / time;
  };
  for (const Place along : {Place::east_face, Place::north_face}) {
    LayeredChannel run(width, time, along);
    run.set_current(along, [](int, int, int k) { return k < 5 ? -current : current; });
    const double given = run.sea.settings().state.reference_salinity;
    run.set(salt, [&](int, int, double) { return given + 1; });
    run.step(1);
    for (int n = 0; n < LayeredChannel::columns / 2; ++n) {
      CAPTURE(n);
      const double left = 1 / (1 + LayeredChannel::dt * 0.5 * (rate(n) + rate(n + 1)));
      const double* const velocity =
          along == Place::east_face ? run.sea.u().column(n, 0) : run.sea.v().column(0, n);
      CHECK(velocity[9] == nearly(left * current).epsilon(1e-6));
      CHECK(velocity[0] == nearly(-left * current).epsilon(1e-6));
      const double* const salinity = along == Place::east_face ? run.sea.tracer(salt).column(n, 0)
                                                               : run.sea.tracer(salt).column(0, n);
      for (const int k : {0, 9})
        CHECK(salinity[k] - given == nearly(1 / (1 + LayeredChannel::dt * rate(n))).epsilon(1e-4));
    }
  }
}

/// With a sponge beside its open cells, and what comes in there relaxed.
ShelfSetup spongy_shelf(const Basin& basin, BoundaryKind kind) {
  ShelfSetup setup = tidal_shelf(basin, kind);
  setup.settings.sponge = {.width = 8, .time = 600, .inflow_time = 900};
  setup.sponge = sponge_cells(basin.grid, setup.open, setup.settings.sponge.width);
  return setup;
}

TEST_CASE("beside a sponge any drag of the bottom is stable") {
  const Basin basin = archipelago(60, 40);
  for (const double drag : {10., 1e6}) {
    CAPTURE(drag);
    ShelfSetup setup = spongy_shelf(basin, BoundaryKind::clamped);
    setup.settings.flow.linear_drag = drag;
    ShelfRun run(setup, self());
    fill_with_layers(run);
    run.step(100);
    for (const FieldView<double>& velocity : {run.sea.u(), run.sea.v()})
      for (int j = 0; j < basin.grid.ny; ++j)
        for (int i = 0; i < basin.grid.nx; ++i)
          for (int k = 0; k < velocity.levels; ++k) REQUIRE(std::abs(velocity(i, j, k)) < 5);
  }
}

TEST_CASE("in a sponge a uniform dye stays uniform, and what it gives is in the budget") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago(60, 40);
  for (const BoundaryKind kind : {BoundaryKind::clamped, BoundaryKind::flather}) {
    ShelfRun run(spongy_shelf(basin, kind), world);
    fill_with_layers(run);
    std::vector<TracerBudget> budgets;
    for (int n = 0; n < run.sea.settings().tracers(); ++n) budgets.emplace_back(run.sea, n);
    run.step(200);
    double uneven = 0;
    for_each_point(run.sea.flow().sea().wet_cells, run.sea.owned(), [&](int i, int j) {
      for (int k = 0; k < 7; ++k)
        uneven = std::max(uneven, std::abs(run.sea.tracer(2)(i, j, k) / 35 - 1));
    });
    CHECK(uneven < 1e-13);
    for (const int n : {0, 1, 3}) {
      const double share = std::abs(sum_of(run.sea.sponge().gained(n), world) / run.content(n));
      const double missing = budgets[static_cast<std::size_t>(n)].imbalance(run.sea, world);
      MESSAGE("the sponge gave ", share, " of all, missing ", missing);
      CHECK(share > 1e-7);
      CHECK(missing < 1e-14);
    }
  }
}

TEST_CASE("a sea with a sponge has the same bits for any number of ranks and threads") {
  const Basin basin = archipelago(60, 40);
  check_any_ranks<ShelfRun>(
      spongy_shelf(basin, BoundaryKind::clamped), fill_and_step,
      [](const ShelfRun& run) { return sum_of(run.sea.sponge().gained(3), run.domain.comm); });
}

TEST_CASE("and so it has however wide halos are and whatever is done beside swaps") {
  const Basin basin = archipelago(60, 40);
  ShelfSetup setup = spongy_shelf(basin, BoundaryKind::flather);
  setup.settings.substeps = 5;
  check_any_halo<ShelfRun>(setup, {3}, fill_and_step);
}

}  // namespace
}  // namespace seafret
