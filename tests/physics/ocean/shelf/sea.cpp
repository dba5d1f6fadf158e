// SPDX-License-Identifier: BSD-3-Clause
// The shelf sea on several ranks: the same bits, and nothing lost.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "decomposition/base/floating_point_traps.hpp"
#include "physics/ocean/shelf/tracer_bounds.hpp"
#include "physics/ocean/shelf/tracer_budget.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"

namespace seafret {
namespace {

/// All that a step has: wind, drag, rotation, layers, viscosity, dyes, a rugged bottom.
ShelfSetup stormy_shelf(const Basin& basin) {
  ShelfSettings settings{
      .levels = {.count = 11, .to_surface = 3, .to_bottom = 0.5, .even_depth = 30},
      .dyes = 2,
      .mixing = {.kind = VerticalMixing::Kind::richardson},
      .lateral_viscosity = 20};
  settings.flow.roughness = 0.01;
  settings.flow.stress = [](int i, int) { return std::array{2e-4, i < 30 ? 1e-4 : -1e-4}; };
  return closed_shelf(basin, 2000, 1.2e-4, 60, settings);
}

void stir(ShelfRun& run, int steps) {
  run.set_surface([](int i, int j) { return hash(i / 8, j / 8, 29); });
  run.set(0, [](int i, int j, double z) { return 12 + 0.03 * z + 0.5 * hash(i, j, 3); });
  run.set(1, [](int i, int, double z) { return 34 - 0.005 * z + 0.01 * i; });
  run.set(2, [](int, int, double) { return 35.; });
  run.set(3, [](int i, int j, double) { return hash(i / 4, j / 4, 8) < 0.5 ? 0. : 1.; });
  run.step(steps);
}

TEST_CASE("in a sloshing sea a uniform dye stays uniform and no tracer is lost") {
  const Basin basin = archipelago(60, 40);
  ShelfRun run(stormy_shelf(basin), self());
  stir(run, 0);
  const double heat = run.content(0), salt = run.content(1), dye = run.content(3);
  run.step(200);
  double uneven = 0, fastest = 0;
  for_each_point(run.sea.flow().sea().wet_cells, run.sea.owned(), [&](int i, int j) {
    for (int k = 0; k < 11; ++k) {
      uneven = std::max(uneven, std::abs(run.sea.tracer(2)(i, j, k) / 35 - 1));
      fastest = std::max(fastest, std::abs(std::as_const(run.sea).u()(i, j, k)));
      REQUIRE(run.sea.tracer(3)(i, j, k) > -1e-12);
      REQUIRE(run.sea.tracer(3)(i, j, k) < 1 + 1e-12);
    }
  });
  MESSAGE("uneven by ", uneven, ", fastest ", fastest, " m/s, lost ", run.content(0) / heat - 1);
  CHECK(uneven < 1e-13);
  CHECK(std::abs(run.content(0) / heat - 1) < 1e-13);
  CHECK(std::abs(run.content(1) / salt - 1) < 1e-13);
  CHECK(std::abs(run.content(3) / dye - 1) < 1e-13);
  CHECK(fastest > 0.05);
  CHECK(fastest < 3);
}

TEST_CASE(
    "a shelf sea has the same bits however wide halos are and whatever is done beside swaps") {
  const Basin basin = archipelago(60, 40);
  for (const int substeps : {3, 7}) {
    CAPTURE(substeps);
    ShelfSetup setup = stormy_shelf(basin);
    setup.settings.substeps = substeps;
    check_any_halo<ShelfRun>(setup, {1, 2, 3, 5}, [](ShelfRun& run) { stir(run, 6); });
  }
}

TEST_CASE("boxes of a sea with levels may be narrower than its halo") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = bathtub(world.size(), 9, 40);
  ShelfSetup setup = stormy_shelf(basin);
  ShelfRun alone(setup, self());
  stir(alone, 8);
  setup.stepping.depth = 2;
  ShelfRun together(setup, world);
  stir(together, 8);
  CHECK(differences(together, alone) == 0);
}

TEST_CASE("a shelf sea has the same bits for any number of ranks and threads") {
  const Basin basin = archipelago(60, 40);
  check_any_ranks<ShelfRun>(stormy_shelf(basin), [](ShelfRun& run) { stir(run, 8); });
}

TEST_CASE(
    "what a tracer has lost or gained is missing in its budget, as a share of the most of it") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago(60, 40);
  ShelfRun run(stormy_shelf(basin), world);
  stir(run, 0);
  const TracerBudget budget(run.sea, ShelfSea::salinity);
  CHECK(budget.imbalance(run.sea, world) == 0);
  for (const double left : {0.999, 1.002}) {
    run.set(ShelfSea::salinity,
            [=](int i, int, double z) { return left * (34 - 0.005 * z + 0.01 * i); });
    CHECK(budget.imbalance(run.sea, world) ==
          nearly(std::abs(left - 1) / std::max(left, 1.)).epsilon(1e-9));
  }
}

TEST_CASE("a tracer that is no number in one cell has no bounds on any rank, then and later") {
  const Untrapped not_trapped;
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago(60, 40);
  ShelfRun run(stormy_shelf(basin), world);
  stir(run, 0);
  TracerBounds bounds(run.sea, world);
  CHECK(bounds.look(run.sea, world) == 0);
  double* somewhere = nullptr;  // on the last rank
  for_each_point(run.sea.flow().sea().wet_cells, run.sea.owned(), [&](int i, int j) {
    if (world.rank() == world.size() - 1) somewhere = &run.sea.tracer(1)(i, j, 2);
  });
  if (somewhere != nullptr) *somewhere = std::nan("");
  CHECK(std::isnan(bounds.look(run.sea, world)));
  CHECK(std::isnan(TracerRange::of(run.sea, 1, world).least));
  if (somewhere != nullptr) *somewhere = 35;
  CHECK(std::isnan(bounds.look(run.sea, world)));
}

TEST_CASE("a tracer that leaves its first bounds is found, but for heat on the side it goes to") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago(60, 40);
  const auto beyond = [&](double heat, int tracer, double share) {
    ShelfSetup setup = stormy_shelf(basin);
    setup.settings.heat_flux = heat;
    ShelfRun run(setup, world);
    stir(run, 0);
    TracerBounds bounds(run.sea, world);
    const auto [least, most] = TracerRange::of(run.sea, tracer, world);
    const double size = std::max(std::abs(least), std::abs(most)),
                 value = (share < 0 ? least : most) + share * size;
    double* somewhere = nullptr;  // on the last rank
    for_each_point(run.sea.flow().sea().wet_cells, run.sea.owned(), [&](int i, int j) {
      if (world.rank() == world.size() - 1) somewhere = &run.sea.tracer(tracer)(i, j, 3);
    });
    double before = value;
    if (somewhere != nullptr) std::swap(*somewhere, before);
    const double found = bounds.look(run.sea, world);
    if (somewhere != nullptr) *somewhere = before;
    CHECK(bounds.look(run.sea, world) == found);  // it was there, though it is no more
    return found;
  };
  for (const double share : {-0.125, 0.25}) {
    for (const int tracer : {0, 1, 2, 3})
      CHECK(beyond(0, tracer, share) == nearly(std::abs(share)).epsilon(1e-12));
    for (const double heat : {-50., 50.}) {
      CHECK(beyond(heat, ShelfSea::temperature, share) ==
            nearly(heat * share > 0 ? 0 : std::abs(share)).epsilon(1e-12));
      CHECK(beyond(heat, ShelfSea::salinity, share) == nearly(std::abs(share)).epsilon(1e-12));
    }
  }
}

TEST_CASE("in a sloshing sea tracers keep to their first bounds but for rounding") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago(60, 40);
  ShelfRun run(stormy_shelf(basin), world);
  stir(run, 0);
  TracerBounds bounds(run.sea, world);
  for (int n = 0; n < 20; ++n) {
    run.step(1);
    CHECK(bounds.look(run.sea, world) <= TracerBounds::rounding(run.sea));
  }
}

}  // namespace
}  // namespace seafret
