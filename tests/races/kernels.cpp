// SPDX-License-Identifier: BSD-3-Clause
// A few steps of both models on several threads a rank, under the thread sanitizer and an OpenMP
// runtime that tells it who waits for whom.
#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>

#include "physics/atmosphere/profiles.hpp"
#include "physics/ocean/analysis/flow_extremes.hpp"
#include "tests/physics/atmosphere/stratus_runs.hpp"
#include "tests/physics/ocean/ocean_runs.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"
#include "tests/races/ranks_as_threads.hpp"

using namespace seafret;

TEST_CASE("the threads of a rank that steps a stratus write nothing that others use") {
  REQUIRE(omp_get_max_threads() > 1);
  run_ranks_as_threads(1, [](int) {
    const Communicator comm(MPI_COMM_WORLD);
    SmallStratus small;
    small.settings.q_fields = 2;
    small.settings.components.on = ComponentOptions::names();
    StratusRun run(small, comm);
    run.step(2);
    CHECK(run.model.continuity().iterations > 0);
    Profiles profiles(run.domain, run.model, 8e-3);
    profiles.measure(run.model, 4);
    CHECK(profiles.number("vapour_path") > 0);
  });
}

TEST_CASE("the threads of a rank that steps a sea write nothing that others use") {
  run_ranks_as_threads(1, [](int) {
    const Communicator comm(MPI_COMM_WORLD);
    const Basin basin = archipelago(160, 120);  // so large that the team is woken
    FlowRun run(tidal(basin), comm);
    run.step(3);
    CHECK(flow_extremes(run.flow, basin, comm).shallowest.value > 0);
  });
}

TEST_CASE("the threads of a rank that steps a sea on levels that falls dry do not either") {
  run_ranks_as_threads(1, [](int) {
    const Communicator comm(MPI_COMM_WORLD);
    const Basin basin = flats(160, 120, -1, 6, 5);
    ShelfSettings settings = frictionless(3);
    settings.flow.dry_depth = 0.1;
    settings.lateral_viscosity = 10;
    ShelfRun run(closed_shelf(basin, 1000, 1e-4, 30, settings), comm);
    run.set_surface([](int i, int) { return 0.5 * std::sin(0.1 * i); });
    run.set(ShelfSea::temperature, [](int i, int, double z) { return 10 + 0.1 * z + 0.01 * i; });
    run.step(3);
    CHECK(flow_extremes(run.sea.flow(), basin, comm).fastest.value > 0);
  });
}
