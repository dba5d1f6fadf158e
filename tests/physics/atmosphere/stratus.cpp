// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cmath>

#include "stratus_runs.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/same_bits.hpp"

namespace seafret {
namespace {

TEST_CASE("the same bits for any number of ranks and threads, and any partition") {
  const SmallStratus small;
  const auto begin = [&](const Communicator& comm, const std::string& partitioner) {
    return StratusRun(small, comm, partitioner);
  };
  compare_with_one_rank(
      begin, [](StratusRun& run) { run.step(6); }, check_same_bits);
}

TEST_CASE("the same bits with all components, and Williams' filter") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  small.settings.components.on = ComponentOptions::names();
  small.settings.williams = 0.53;
  for (const std::string& momentum : momentum_schemes().names()) {
    CAPTURE(momentum);
    small.settings.momentum = momentum;
    StratusRun alone(small, self());
    alone.step(6);
    with_threads(2, [&] {
      StratusRun together(small, world);
      together.step(6);
      check_same_bits(together, alone);
    });
  }
}

TEST_CASE("the same bits on boxes thinner than the halo") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  small.settings.points = {4, 3, 16};
  for (const std::string& momentum : momentum_schemes().names()) {
    CAPTURE(momentum);
    small.settings.momentum = momentum;
    StratusRun alone(small, self()), together(small, world);
    alone.step(3);
    together.step(3);
    check_same_bits(together, alone);
  }
}

TEST_CASE("a deeper halo changes nothing") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  StratusRun shallow(small, world);
  small.stepping.depth = 3;
  StratusRun deep(small, world);
  shallow.step(4);
  deep.step(4);
  check_same_bits(deep, shallow);
}

TEST_CASE("the diagnostics are the same bits for any number of ranks") {
  const Communicator world(MPI_COMM_WORLD);
  StratusRun alone(SmallStratus{}, self()), together(SmallStratus{}, world);
  alone.step(2);
  together.step(2);
  const auto masses_of = [](const StratusRun& run) {
    return masses(run.domain, run.model.levels(), run.model.now().q_fields());
  };
  CHECK(masses_of(together) == masses_of(alone));
  const auto norm_of = [](const StratusRun& run) {
    return norm_by_density(run.domain, run.model.levels(), run.model.source());
  };
  CHECK(norm_of(together) == norm_of(alone));
  const auto cloud_of = [](const StratusRun& run) {
    const auto& f = run.model.now().fields;
    return observe_cloud(run.domain, run.model.levels(), f[stratus::vapour], f[stratus::liquid]);
  };
  CHECK(cloud_of(together).liquid_path == cloud_of(alone).liquid_path);
  CHECK(cloud_of(together).base == cloud_of(alone).base);
  CHECK(cloud_of(together).cover == 1);
}

TEST_CASE("what mixes in a cloud knows whether water condenses there") {
  SmallStratus small;
  small.settings.components.on = {"buoyancy", "subgrid"};
  const StratusRun mixture(small, self());
  small.settings.components.on.emplace_back("cloud");
  const StratusRun cloud(small, self());
  const Box& owned = cloud.domain.owned();
  for (std::size_t n = 0; n < 2; ++n)
    CHECK(differences(owned, mixture.model.viscosities()[n], cloud.model.viscosities()[n]) > 100);
}

TEST_CASE("air at rest, the same everywhere, stays at rest") {
  const Communicator world(MPI_COMM_WORLD);
  for (const bool boussinesq : {true, false}) {
    SmallStratus small;
    small.settings.reference.boussinesq = boussinesq;
    small.settings.first = {.wind = {0, 0}, .noise = 0};
    StratusRun run(small, world);
    const auto before = ranges(run.domain, run.model.now().fields);
    run.step(5);
    for (const TimeLevel* level : {&run.model.now(), &run.model.past()}) {
      for (const FieldView<double>& velocity : level->velocities())
        CHECK(largest_size(run.domain, velocity) < 1e-20);  // the filter rounds
      const auto after = ranges(run.domain, level->fields);
      for (std::size_t f = stratus::theta; f < after.size(); ++f) {
        CHECK(after[f].low == nearly(before[f].low).epsilon(1e-14));
        CHECK(after[f].high == nearly(before[f].high).epsilon(1e-14));
      }
    }
  }
}

TEST_CASE("in a uniform wind neutral air keeps its wind") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  small.settings.first.noise = 0;  // the puffs move, but nothing feels them
  for (const std::string& momentum : momentum_schemes().names()) {
    small.settings.momentum = momentum;
    StratusRun run(small, world);
    run.step(5);
    const auto range = ranges(run.domain, run.model.now().velocities());
    CHECK(range[0].low == nearly(3.5).epsilon(1e-13));
    CHECK(range[0].high == nearly(3.5).epsilon(1e-13));
    CHECK(range[1].low == nearly(-4.5).epsilon(1e-13));
    CHECK(range[2].high < 1e-13);
  }
}

TEST_CASE("a uniform wind seen from its own frame carries nothing") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  small.settings.first.noise = 0;
  small.settings.first.frame = small.settings.first.wind;
  small.settings.components.on = {};
  small.settings.filter = 0;  // it rounds
  StratusRun run(small, world), first(small, world);
  run.step(3);
  for (std::size_t f = 0; f < run.model.now().fields.size(); ++f)
    CHECK(differences(run.domain.owned(), run.model.now().fields[f], first.model.now().fields[f]) ==
          0);
}

TEST_CASE("air that is alike everywhere does the same in any frame") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  small.settings.first.noise = 0;
  small.settings.q_fields = 2;  // the puffs are not alike
  small.settings.components.on = {"subgrid", "coriolis", "sponge", "surface"};
  StratusRun ground(small, world);
  small.settings.first.frame = {3, -4};
  StratusRun moving(small, world);
  ground.step(20);
  moving.step(20);
  const auto at = ranges(ground.domain, ground.model.now().fields);
  const auto seen = ranges(moving.domain, moving.model.now().fields);
  const double frame[] = {3, -4};
  for (std::size_t f = 0; f < at.size(); ++f) {
    const double shift = f < stratus::w ? frame[f] : 0;
    CHECK(std::abs(seen[f].low + shift - at[f].low) < 1e-11);
    CHECK(std::abs(seen[f].high + shift - at[f].high) < 1e-11);
  }
  CHECK(at[stratus::u].high - at[stratus::u].low > 0.01);  // the sea drags
}

TEST_CASE("mass is kept, no extrema appear, and the wind loses its divergence") {
  const Communicator world(MPI_COMM_WORLD);
  for (const bool boussinesq : {true, false}) {
    SmallStratus small;
    small.settings.reference.boussinesq = boussinesq;
    StratusRun run(small, world);
    const Fields q = run.model.now().q_fields();
    const auto mass = masses(run.domain, run.model.levels(), q);
    const auto range = ranges(run.domain, q);
    run.step(60);
    CHECK(largest_size(run.domain, run.model.now().fields[stratus::w]) > 0.02);  // noise rises
    const Stratus::Continuity& c = run.model.continuity();
    CHECK(c.growth > 0);
    CHECK(c.growth < 1e-4);
    for (const TimeLevel* level : {&run.model.now(), &run.model.past()}) {
      const auto mass_now = masses(run.domain, run.model.levels(), level->q_fields());
      const auto range_now = ranges(run.domain, level->q_fields());
      for (std::size_t f = 0; f < mass.size(); ++f) {
        CHECK(mass_now[f] == nearly(mass[f]).epsilon(1e-13));
        CHECK(range_now[f].high <= range[f].high * (1 + c.growth + 1e-12));
        CHECK(range_now[f].low >= range[f].low - range[f].high * (c.growth + 1e-12));
      }
    }
  }
}

TEST_CASE("the divergence is what the pressure solver was asked for") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  small.settings.pressure.solver = "cg_line";  // so small a grid multigrid solves exactly
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    small.settings.pressure.tolerance = tolerance;
    small.settings.williams = tolerance == 1e-6 ? 0.53 : 1;
    StratusRun run(small, world);
    run.step(3);
    const Box owned = run.domain.owned();
    Field<> left(owned, Halo{}, run.model.levels().levels());
    divergence(owned, run.model.mesh(), run.model.now().wind(), 1 / run.model.continuity().span,
               left.view());
    const VerticalGrid& levels = run.model.levels();
    const double share = norm_by_density(run.domain, levels, left.view()) /
                         norm_by_density(run.domain, levels, run.model.source());
    CHECK(share <= tolerance * (1 + 1e-3) + 1e-13);
    CHECK(share > tolerance * 1e-3);
    CHECK(largest_divergence(owned, run.model.mesh(), run.model.now().wind()) <=
          run.model.continuity().largest);
  }
}

}  // namespace
}  // namespace seafret
