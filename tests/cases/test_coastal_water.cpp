// SPDX-License-Identifier: BSD-3-Clause
// What the keys of its equation of state and of its mixing make of the water of a sea with levels.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "physics/ocean/constants.hpp"
#include "physics/ocean/shelf/equation_of_state.hpp"
#include "tests/cases/closed_sea.hpp"
#include "tests/cases/coastal_runs.hpp"
#include "tests/cases/written_files.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

using Settings = std::vector<std::string>;

/// ClosedSea, 200 m deep, in even levels.
struct Lake {
  static constexpr int wide = 6, middle = wide / 2, levels = 10;
  static constexpr double spacing = 0.5;               // degrees
  static constexpr double lowest = 190, highest = 10;  // depths of its levels' middles, m
  static constexpr double step = 120;                  // s
};

/// Water of these values in the westernmost column that grow by so much to each next one.
struct Gradient {
  double temperature = 10, warmer = 0, salinity = 35, saltier = 0;

  void operator()(const std::string& path) const {
    constexpr int n = Lake::wide + 2;
    const auto growing = [](double first, double more) {
      std::vector<double> all;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) all.push_back(first + more * i);
      return all;
    };
    write_datasets(path, {{"depth", {1}, {0}},
                          {"temperature", {1, n, n}, growing(temperature, warmer)},
                          {"salinity", {1, n, n}, growing(salinity, saltier)}});
  }
};

/// How much more a lake's lowest level flows eastwards than its highest after its first step,
/// times the distance of columns and over dt, m2/s2: what pushes the one more than the other.
double push_below(const Gradient& gradient, Settings keys) {
  const Communicator self(MPI_COMM_SELF);
  const ClosedSea lake(self, Lake::spacing, Lake::wide);
  const ScratchFile water(self, "gradient.h5", gradient);
  keys.insert(keys.end(),
              {fmt::format("grid.levels={}", Lake::levels), fmt::format("time.dt={}", Lake::step),
               "water.file=" + std::filesystem::absolute(water.path()).string()});
  CoastalRun run(keys, self, lake.case_file());
  run.the_case().step();
  const FieldView<const double> u = run.field("u").values;
  constexpr double degree = std::numbers::pi / 180, earth_radius = 6371e3;
  const double dx = earth_radius * Lake::spacing * degree *
                    std::cos((55 + 0.6 * Lake::spacing * Lake::middle) * degree);
  constexpr int at = Lake::middle;
  return (u(at, at, 0) - u(at, at, Lake::levels - 1)) * dx / Lake::step;
}

TEST_CASE("heavier water flows below lighter, by the expansion and contraction that are given") {
  const double by_height = gravity * (Lake::lowest - Lake::highest);
  for (const double expansion : {2e-4, 3e-4})
    CHECK(push_below({.warmer = 0.1}, {fmt::format("equation_of_state.expansion={}", expansion)}) ==
          nearly(by_height * expansion * 0.1).epsilon(1e-9));
  for (const double contraction : {7.6e-4, 5e-4})
    CHECK(push_below({.saltier = 0.1},
                     {fmt::format("equation_of_state.contraction={}", contraction)}) ==
          nearly(-by_height * contraction * 0.1).epsilon(1e-9));
}

TEST_CASE("after Jackett and McDougall cold water expands less than warm, in a sea too") {
  const auto push = [](double temperature) {
    return push_below({.temperature = temperature, .warmer = 0.1},
                      {"equation_of_state.kind=jackett_mcdougall"});
  };
  const auto right = [](double temperature) {
    constexpr int parts = 1000;
    constexpr double dz = (Lake::lowest - Lake::highest) / parts, rho = 1025;
    double sum = 0;
    for (int n = 0; n < parts; ++n) {
      const double bar = rho * gravity * (Lake::highest + (n + 0.5) * dz) / 1e5;
      const double east = temperature + 0.1 * (Lake::middle + 1),
                   west = temperature + 0.1 * Lake::middle;
      sum += jackett_mcdougall_density(west, 35, bar) - jackett_mcdougall_density(east, 35, bar);
    }
    return gravity / rho * sum * dz;
  };
  for (const double temperature : {1., 20.})
    CHECK(push(temperature) == nearly(right(temperature)).epsilon(1e-4));
  CHECK(push(1) < 0.5 * push(20));
}

Settings shelf(Settings more) {
  more.insert(more.begin(), {"grid.coarsen=8", "grid.levels=5", "time.steps=4", "time.dt=200"});
  return more;
}

TEST_CASE("water of the equation of state's own temperature and salinity weighs nothing") {
  // All is counted from it: over a rugged bottom other water does not keep quite still.
  const Communicator world(MPI_COMM_WORLD);
  const auto fastest = [&](const char* temperature, const char* salinity) {
    CoastalRun run(shelf({"equation_of_state.kind=jackett_mcdougall", "water.temperature=[4]",
                          "water.salinity=[33]", "tide.amplitude=[0]", "tide.phase=[0]",
                          std::string("equation_of_state.temperature=") + temperature,
                          std::string("equation_of_state.salinity=") + salinity}),
                   world);
    run.step_to_the_end();
    run.the_case().look();
    return run.the_case().pulse().value().value;
  };
  CHECK(fastest("4", "33") == 0);
  CHECK(fastest("4", "35") > 0);
  CHECK(fastest("10", "33") > 0);
}

TEST_CASE("by either equation of state a sea keeps its bounds, the same on any ranks") {
  const Communicator self(MPI_COMM_SELF);
  const auto layered = [](const std::string& kind) {
    return shelf({"equation_of_state.kind=" + kind, "water.depths=[0, 60]",
                  "water.temperature=[16, 8]", "water.salinity=[34, 35]", "water.dyes=2",
                  "mixing.kind=richardson", "wind.stress=[0.5, -0.3]"});
  };
  CoastalRun linear(layered("linear"), self), alone(layered("jackett_mcdougall"), self);
  linear.step_to_the_end();
  alone.step_to_the_end();
  CHECK(differences(linear, alone) > 1000);
  check_any_partition(alone, layered("jackett_mcdougall"));  // new extremes are one of its checks
}

TEST_CASE("how strongly a wind mixes water that is alike does not depend on what water it is") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea lake(world, Lake::spacing, Lake::wide);
  const auto blown = [&](const char* temperature) {
    CoastalRun run({"grid.levels=10", "time.dt=120", "time.steps=40", "wind.stress=[0.2, 0]",
                    "mixing.kind=richardson", "mixing.viscosity=1e-4", "mixing.diffusivity=1e-5",
                    "equation_of_state.kind=jackett_mcdougall", "water.salinity=[35]",
                    std::string("water.temperature=") + temperature},
                   world, lake.case_file());
    run.step_to_the_end();
    const Box& owned = run.domain().owned();
    double fastest = 0;
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        if (run.domain().grid().wet(Place::centre, i, j))
          fastest = std::max(fastest, run.field("u").values(i, j, 9));
    return world.max(fastest);
  };
  const double usual = blown("[10]");
  CHECK(usual > 0.01);
  for (const char* temperature : {"[3]", "[24]"})
    CHECK(blown(temperature) == nearly(usual).epsilon(1e-3));
}

TEST_CASE("water that heat through the surface has frozen or scalded is not valid") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea lake(world, Lake::spacing, Lake::wide);
  struct {
    const char *temperature, *heat;
    int looked_at, failed;
  } const seas[] = {{"-2.99", "-5000", 2, 1},
                    {"-2.99", "5000", 2, 0},
                    {"39.99", "5000", 2, 1},
                    {"39.99", "0", 0, 0}};
  for (const auto& sea : seas) {
    CAPTURE(sea.temperature);
    CAPTURE(sea.heat);
    CoastalRun run({"grid.levels=10", "time.dt=120", "time.steps=4",
                    fmt::format("water.temperature=[{}]", sea.temperature),
                    fmt::format("wind.heat={}", sea.heat)},
                   world, lake.case_file());
    run.step_to_the_end();
    int looked_at = 0, failed = 0;
    for (const Check& check : run.the_case().checks()) {
      const bool of_heat = check.name.find("est water, degrees C") != std::string::npos;
      looked_at += of_heat;
      failed += of_heat && !check.passed;
    }
    CHECK(looked_at == sea.looked_at);
    CHECK(failed == sea.failed);
  }
}

TEST_CASE("where nothing is layered mixing.strongest is added to what mixes in any case") {
  const Communicator world(MPI_COMM_WORLD);
  const ClosedSea lake(world, Lake::spacing, Lake::wide);
  const auto blown = [&](Settings keys) {
    keys.insert(keys.end(), {"grid.levels=10", "time.dt=120", "time.steps=4",
                             "wind.stress=[0.5, 0]", "wind.heat=-2000"});
    return keys;
  };
  CoastalRun growing(blown({"mixing.kind=richardson", "mixing.strongest=0.25",
                            "mixing.viscosity=0.5", "mixing.diffusivity=0.125"}),
                     world, lake.case_file()),
      constant(blown({"mixing.viscosity=0.75", "mixing.diffusivity=0.375"}), world,
               lake.case_file());
  for (CoastalRun* run : {&growing, &constant}) run->step_to_the_end();
  const Box& owned = growing.domain().owned();
  for (const char* name : {"u", "T"}) {
    CAPTURE(name);
    const FieldView<const double> a = growing.field(name).values, b = constant.field(name).values;
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        for (int k = 0; k < 10 && growing.domain().grid().wet(Place::centre, i, j); ++k)
          REQUIRE(a(i, j, k) == nearly(b(i, j, k)).epsilon(1e-9));
  }
}

}  // namespace
}  // namespace seafret
