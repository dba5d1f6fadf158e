// SPDX-License-Identifier: BSD-3-Clause
// This program counts what it allocates: a step must not, after the first.
#include "tests/allocations.hpp"

#include <doctest/doctest.h>

#include "ocean_runs.hpp"
#include "physics/ocean/analysis/tidal_analysis.hpp"
#include "tests/decomposition/fields/counting_memory.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"

using namespace seafret;

std::shared_ptr<const ChangingStress> growing_wind() {
  return std::make_shared<const ChangingStress>(
      ChangingStress{TimeSeries({0, 1e4}, {0, 1e-3}), TimeSeries({0, 1e4}, {0, 1e-3})});
}

TEST_CASE("a step allocates nothing after the first") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago();
  for (const BoundaryKind kind : {BoundaryKind::clamped, BoundaryKind::flather}) {
    FlowSetup setup = tidal(basin);
    setup.settings.boundary.kind = kind;
    setup.settings.wind = growing_wind();
    FlowRun run(setup, world, "k_section");
    TidalAnalysis analysis(run.flow.owned(), {m2});
    run.step(1);
    const long before = allocations();
    CHECK(before > 0);  // it does count
    run.step(3);
    analysis.add(run.flow.sea(), run.flow.now().eta, 3 * setup.stepping.dt);
    const long made = allocations() - before;
    CHECK(made == 0);
  }
}

ShelfSetup layered(const Basin& basin) {
  ShelfSetup setup = closed_shelf(
      basin, 2000, 1e-4, 60,
      {.levels = {.count = 7}, .dyes = 1, .mixing = {.kind = VerticalMixing::Kind::richardson}});
  setup.open = open_cells(basin, {.centre = {-2, 51}});
  setup.settings.flow.wind = growing_wind();
  setup.settings.sponge.width = 4;
  setup.sponge = sponge_cells(basin.grid, setup.open, 4);
  setup.settings.changing_heat =
      std::make_shared<const TimeSeries>(std::vector{0., 1e4}, std::vector{0., 100.});
  return setup;
}

TEST_CASE("a step of a shelf sea allocates nothing after the first") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago();
  ShelfRun run(layered(basin), world, "k_section");
  run.set_surface([](int i, int) { return 0.01 * i; });
  run.step(1);
  const long before = allocations();
  run.step(3);
  const long made = allocations() - before;
  CHECK(made == 0);
}

TEST_CASE("a shelf sea takes the arena that it said it would") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago();
  const ShelfSetup setup = layered(basin);
  const ShelfRun run(setup, world);
  const Held held = ShelfSea::held(run.sea.owned(), setup.stepping.depth, setup.settings);
  const Arena &levels = run.sea.arena(), &flow = run.sea.flow().arena();
  CHECK(levels.used() == levels.size());
  CHECK(flow.used() == flow.size());
  CHECK(levels.size() + flow.size() == held.arena);
}

TEST_CASE("the model takes the memory that it said it would") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago();
  FlowSetup setup = tidal(basin);
  for (const int depth : {0, 2}) {
    setup.stepping.depth = depth;
    setup.settings.advection = depth == 2;
    setup.settings.roughness = depth == 2 ? 0.01 : 0;
    if (depth == 2) setup.settings.stress = [](int, int) { return std::array{1e-4, 0.}; };
    CountingMemory beside;
    std::pmr::set_default_resource(&beside);
    {
      const FlowRun run(setup, world);
      const Held held = DepthMeanFlow::held(run.domain.owned(), depth, setup.settings);
      CHECK(run.flow.arena().size() == held.arena);
      CHECK(run.flow.arena().used() == held.arena);
      const Arena& depths = run.flow.sea().arena;
      CHECK(depths.used() == depths.size());
      CHECK(beside.bytes_out + depths.size() == held.work);
    }
    std::pmr::set_default_resource(nullptr);
  }
}
