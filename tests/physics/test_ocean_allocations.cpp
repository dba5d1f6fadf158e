// SPDX-License-Identifier: BSD-3-Clause
// This program counts what it allocates: a step must not, after the first.
#include <doctest/doctest.h>

#include "ocean_runs.hpp"
#include "tests/allocations.hpp"

using namespace seafret;

TEST_CASE("a step allocates nothing after the first") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago();
  FlowRun run(tidal(basin), world, "k_section");
  run.step(1);
  const long before = allocations();
  CHECK(before > 0);  // it does count
  run.step(3);
  const long made = allocations() - before;
  CHECK(made == 0);
}
