// SPDX-License-Identifier: BSD-3-Clause
// A long wave that comes into a channel at one end and must leave at the other.
#include <doctest/doctest.h>

#include "ocean_runs.hpp"
#include "physics/ocean/analysis/tidal_analysis.hpp"
#include "physics/ocean/analysis/volume_budget.hpp"
#include "physics/ocean/constants.hpp"
#include "physics/ocean/forcing/flather_boundary.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

constexpr int channel_columns = 120;
constexpr double channel_depth = 100, channel_spacing = 4000, wave_height = 0.01,
                 lag = 40;  // of the tide at the west end

double wave_speed() { return std::sqrt(gravity * channel_depth); }

/// How much later the wave is in the middle of a column than at the west end, degrees.
double behind(double column) {
  return m2.angle((column + 0.5) * channel_spacing / wave_speed()) * 180 / std::numbers::pi;
}

/// A channel open at both ends, with these tides there.
FlowSetup channel(const Basin& basin, BoundaryKind kind, TidalForcing forcing) {
  const SeaMetrics metrics = on_plane(basin.grid.ny, channel_spacing, channel_spacing, 0, 0);
  FlowSetup setup{.basin = basin,
                  .metrics = metrics,
                  .open = {},
                  .settings = {{.drag = 0}},
                  .stepping = {.dt = step_limit(basin, metrics, 1).dt}};
  for (const int i : {0, channel_columns - 1})
    for (int j = 1; j < 4; ++j) setup.open.push_back({i, j, i == 0 ? 0.0 : 1.0});
  setup.settings.boundary.kind = kind;
  setup.settings.tide.more = {std::move(forcing)};
  setup.stepping.dt = m2_period / std::ceil(m2_period / setup.stepping.dt);
  return setup;
}

/// Three rows of water between walls.
Basin channel_basin() {
  Basin basin = bathtub(channel_columns, 5, channel_depth);
  for (int i = 0; i < channel_columns; ++i)
    for (const int j : {0, 4}) basin.grid.cells[basin.index(i, j)] = Cell::dry;
  return basin;
}

/// The M2 tide after some tides in the channel.
TidalAnalysis tide_in(const FlowSetup& setup) {
  FlowRun run(setup, self());
  const double dt = setup.stepping.dt;
  const int a_tide = static_cast<int>(std::lround(m2_period / dt));
  run.step(4 * a_tide);
  TidalAnalysis analysis(run.flow.owned(), {m2});
  for (int n = 0; n < a_tide; ++n) {
    run.step(1);
    analysis.add(run.flow.sea(), run.flow.now().eta, static_cast<double>(run.flow.steps()) * dt);
  }
  analysis.finish(run.flow.sea());
  return analysis;
}

/// By how much the amplitude differs from that of the wave that came in, anywhere.
double reflected(const TidalAnalysis& tide) {
  double most = 0;
  for (int i = 0; i < channel_columns; ++i)
    most = std::max(most, std::abs(tide.amplitude(0)(i, 2) / wave_height - 1));
  return most;
}

TEST_CASE("a wave runs through between two ends that know its elevation and its transport") {
  const Basin basin = channel_basin();
  const double transport = wave_speed() * wave_height, later = lag + behind(channel_columns - 0.5);
  // At the east end the transport inward is the wave's, the other way round.
  const TidalForcing right = {
      m2,
      {tidal_constant(wave_height, lag), tidal_constant(wave_height, later)},
      {tidal_constant(transport, lag), tidal_constant(transport, later + 180)}};
  const TidalAnalysis tide = tide_in(channel(basin, BoundaryKind::flather, right));
  CHECK(reflected(tide) < 0.01);
  for (const int i : {10, channel_columns / 2, channel_columns - 10})
    CHECK(tide.phase(0)(i, 2) == nearly(lag + behind(i)).epsilon(0.01));

  // About the elevation alone, with nothing flowing, the same tide is halved.
  TidalForcing still = right;
  for (auto& constant : still.transport) constant = 0;
  const TidalAnalysis halved = tide_in(channel(basin, BoundaryKind::flather, still));
  CHECK(halved.amplitude(0)(5, 2) < 0.8 * wave_height);
}

TEST_CASE("where no transport is given, what is given comes in and all else leaves") {
  const Basin basin = channel_basin();
  const TidalForcing from_the_west = {m2, {tidal_constant(wave_height, lag), 0}};
  const TidalAnalysis tide = tide_in(channel(basin, BoundaryKind::flather, from_the_west));
  CHECK(reflected(tide) < 0.01);
  CHECK(tide.phase(0)(channel_columns - 10, 2) ==
        nearly(lag + behind(channel_columns - 10)).epsilon(0.01));
  // A clamp about the same wrong elevation of the far end throws it back.
  const TidalAnalysis clamped = tide_in(channel(basin, BoundaryKind::clamped, from_the_west));
  CHECK(reflected(clamped) > 0.3);
}

TEST_CASE("a tide swings about the level at which the sea begins") {
  const Basin basin = channel_basin();
  for (const BoundaryKind kind : {BoundaryKind::clamped, BoundaryKind::flather}) {
    FlowSetup setup = channel(basin, kind, {m2, {0., 0.}});
    setup.settings.level = 1.5;
    FlowRun run(setup, self());
    run.step(30);
    for (int i = 0; i < channel_columns; ++i) REQUIRE(run.flow.now().eta(i, 2) == 1.5);
  }
}

TEST_CASE("a wave leaves a sea that begins far below the level of its depths") {
  const Basin basin = channel_basin();
  FlowSetup setup =
      channel(basin, BoundaryKind::flather, {m2, {tidal_constant(wave_height, lag), 0}});
  setup.settings.level = -0.5 * channel_depth;
  CHECK(reflected(tide_in(setup)) < 0.01);
}

TEST_CASE("the volume knows what comes in through outer faces, and all partitions agree") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin rugged = archipelago();
  FlowSetup setup = tidal(rugged);
  setup.settings.boundary.kind = BoundaryKind::flather;
  const auto balance = [&](const Communicator& comm, const char* partitioner, int forgotten) {
    FlowRun run(setup, comm, partitioner);
    run.set(run.flow.now().eta, Place::centre, [](int i, int j) { return hash(i, j, 30); });
    DepthMeanFlow& flow = run.flow;
    VolumeBudget budget(setup.basin, flow.sea(), setup.prescribed(), flow.owned(), flow.now().eta,
                        flow.inflow());
    for (int n = 0; n < 100; ++n) {
      run.step(1);
      if (n != forgotten) budget.add(flow.inflow());
    }
    return budget.imbalance(flow.sea(), flow.now().eta, setup.stepping.dt, comm);
  };
  const double right = balance(world, "k_section", -1);
  CHECK(right < 1e-13);
  CHECK(right == balance(self(), "blocks", -1));
  CHECK(balance(world, "blocks", 90) > 1e-7);
}

/// The same height everywhere.
Field<> flat_surface(const Basin& basin, double height) {
  Field<> eta(basin.grid.box(), Halo{}, 1);
  eta.view().fill(height);
  return eta;
}

TEST_CASE("the more goes out of an open cell the longer its outer face is") {
  Basin basin = bathtub(5, 3, 20);
  basin.grid.cells[basin.index(3, 0)] = Cell::outside;
  const SeaMetrics metrics = metrics_of(basin);
  const std::vector<OpenCell> open{{1, 0, 0}, {1, 2, 0}, {3, 1, 0}, {0, 1, 0}, {4, 1, 0}};
  FlatherBoundary boundary(basin, metrics, open, TideOptions{}.forcings(), basin.grid.box());
  const Field<> before = flat_surface(basin, 0.2);
  Field<> eta = flat_surface(basin, 0.4);
  boundary.let_in(basin.grid.box(), 0, 10, before.view(), eta.view());
  const auto right = [&](int j, double length) {
    const double c = std::sqrt(gravity * 20), rise = 10 * length / metrics.area(j);
    return nearly(0.4 - rise * c * 0.3 / (1 + 0.5 * c * rise)).epsilon(1e-8);
  };
  const auto along = [&](double latitude) {
    return on_sphere({latitude}, basin.grid.dx, basin.grid.dy).dx[0];
  };
  CHECK(eta.view()(1, 0) == right(0, along(49.98)));  // to the south, by a length extrapolated
  CHECK(eta.view()(3, 1) == right(1, along(50.02)));  // to the south
  CHECK(eta.view()(1, 2) == right(2, along(50.1)));   // to the north
  CHECK(eta.view()(0, 1) == right(1, metrics.dy));    // to the west
  CHECK(eta.view()(4, 1) == right(1, metrics.dy));    // to the east
}

TEST_CASE("what comes in in a step is what the tide brings in its middle") {
  const Basin basin = bathtub(3, 3, 20);
  const std::vector<OpenCell> open{{0, 1, 0}};
  const TideOptions tide{.amplitude = {0.5}, .phase = {0}};
  FlatherBoundary boundary(basin, on_plane(3, 1e3, 1e3, 0, 0), open, tide.forcings(),
                           basin.grid.box());
  constexpr double dt = 600;
  const auto risen = [&](double periods) {
    const Field<> before = flat_surface(basin, 0);
    Field<> eta = flat_surface(basin, 0);
    boundary.let_in(basin.grid.box(), periods * m2_period - dt / 2, dt, before.view(), eta.view());
    return eta.view()(0, 1);
  };
  const double c = std::sqrt(gravity * 20), rise = dt / 1e3;
  CHECK(risen(2) == nearly(rise * 2 * c * 0.5 / (1 + 0.5 * c * rise)));
  CHECK(std::abs(risen(2.25)) < 1e-9);
}

TEST_CASE("no tide comes in over land") {
  Basin basin = bathtub(3, 3, 20);
  basin.depth[basin.index(0, 1)] = -5;
  const std::vector<OpenCell> open{{0, 1, 0}, {0, 2, 0}};
  const std::vector<TidalForcing> forcings{{m2, {0.5}, {7}}};
  FlatherBoundary boundary(basin, on_plane(3, 1e3, 1e3, 0, 0), open, forcings, basin.grid.box(), 0,
                           0.1);
  const Field<> before = flat_surface(basin, 5);
  Field<> eta = flat_surface(basin, 5);
  boundary.let_in(basin.grid.box(), 0, 10, before.view(), eta.view());
  CHECK(eta.view()(0, 1) == 5);
  CHECK(eta.view()(0, 2) != 5);
}

TEST_CASE("no more goes out through outer faces than leaves half of the dry depth") {
  const Basin basin = bathtub(3, 3, 2);
  const std::vector<OpenCell> open{{0, 1, 0}};
  FlatherBoundary boundary(basin, on_plane(3, 1e3, 1e3, 0, 0), open, TideOptions{}.forcings(),
                           basin.grid.box(), 0, 0.5);
  const Field<> before = flat_surface(basin, 3.5);
  Field<> eta = flat_surface(basin, 3);
  boundary.let_in(basin.grid.box(), 0, 1e4, before.view(), eta.view());
  CHECK(eta.view()(0, 1) == nearly(-1.75));  // the wave alone would leave it below the bottom
  CHECK(boundary.inflow()[0].rate == nearly(-475));
}

}  // namespace
}  // namespace seafret
