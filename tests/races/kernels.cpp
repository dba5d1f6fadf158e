// SPDX-License-Identifier: BSD-3-Clause
// A few steps of both models on several threads a rank, under the thread sanitizer and an OpenMP
// runtime that tells it who waits for whom.
#include <doctest/doctest.h>
#include <omp.h>

#include "physics/ocean/analysis/flow_extremes.hpp"
#include "tests/physics/atmosphere/stratus_runs.hpp"
#include "tests/physics/ocean/ocean_runs.hpp"
#include "tests/races/ranks_as_threads.hpp"

using namespace seafret;

TEST_CASE("the threads of a rank that steps a stratus write nothing that others use") {
  REQUIRE(omp_get_max_threads() > 1);
  run_ranks_as_threads(1, [](int) {
    const Communicator comm(MPI_COMM_WORLD);
    SmallStratus small;
    small.settings.q_fields = 2;
    StratusRun run(small, comm);
    run.step(2);
    CHECK(run.model.continuity().iterations > 0);
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
