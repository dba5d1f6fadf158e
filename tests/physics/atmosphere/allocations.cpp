// SPDX-License-Identifier: BSD-3-Clause
// This program counts what it allocates: a step must not, after the first.
#include "tests/allocations.hpp"

#include <doctest/doctest.h>

#include "stratus_runs.hpp"
#include "tests/decomposition/fields/counting_memory.hpp"

using namespace seafret;

TEST_CASE("a step allocates nothing after the first") {
  const Communicator world(MPI_COMM_WORLD);
  for (const std::string& momentum : momentum_schemes().names()) {
    SmallStratus small;
    small.settings.momentum = momentum;
    StratusRun run(small, world);
    run.step(1);
    const long before = allocations();
    CHECK(before > 0);  // it does count
    run.step(2);
    const long made = allocations() - before;
    CHECK(made == 0);
  }
}

TEST_CASE("the arena is as large as its fields") {
  const Box owned{0, 7, 0, 5};
  for (const Box& flux_columns : {Box{0, 1, 0, 5}, Box{}}) {
    const StratusLayout layout{owned, flux_columns, describe_stratus(3, 6, 2), {}, {}, {}};
    const StratusFields fields(layout, std::pmr::get_default_resource());
    CHECK(fields.arena().used() == fields.arena().size());
  }
}

TEST_CASE("the model takes the memory that it said it would") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  small.settings.points = {24, 20, 40};
  small.settings.levels = {};
  for (const FluxMode mode : {FluxMode::recompute, FluxMode::swap}) {
    small.settings.flux_swap = mode;
    small.settings.momentum = mode == FluxMode::swap ? "ultimate" : "piacsek_williams";
    CountingMemory beside;
    std::pmr::set_default_resource(&beside);
    {
      const StratusRun run(small, world);
      const Held held = Stratus::held(run.domain, small.settings, 0);
      CHECK(run.model.arena().size() == held.arena);
      CHECK(run.model.arena().used() == held.arena);
      CHECK(beside.bytes_out >= held.work);
      const std::size_t not_counted = beside.bytes_out - held.work;  // some columns of fluxes
      CHECK(not_counted < (held.arena + held.work) / 20);
    }
    std::pmr::set_default_resource(nullptr);
  }
}
