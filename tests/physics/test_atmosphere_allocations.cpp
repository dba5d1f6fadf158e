// SPDX-License-Identifier: BSD-3-Clause
// This program counts what it allocates: a step must not, after the first.
#include <doctest/doctest.h>

#include "stratus_runs.hpp"
#include "tests/allocations.hpp"

using namespace seafret;

TEST_CASE("a step allocates nothing after the first") {
  const Communicator world(MPI_COMM_WORLD);
  StratusRun run(SmallStratus{}, world);
  run.step(1);
  const long before = allocations();
  CHECK(before > 0);  // it does count
  run.step(2);
  const long made = allocations() - before;
  CHECK(made == 0);
}

TEST_CASE("the arena is as large as its fields") {
  const Communicator world(MPI_COMM_WORLD);
  const Box owned{0, 7, 0, 5};
  const auto described = describe_stratus(3, 6, 2);
  for (const Box& flux_columns : {Box{0, 1, 0, 5}, Box{}}) {
    StratusFields fields(owned, described, {}, flux_columns, std::pmr::get_default_resource());
    CHECK(fields.arena().used() == fields.arena().size());
  }
}
