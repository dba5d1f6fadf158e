// SPDX-License-Identifier: BSD-3-Clause
// The temperature and salinity that a sea with levels begins with, from a file.
#include <doctest/doctest.h>

#include <filesystem>
#include <limits>

#include "coastal_runs.hpp"
#include "miniapp/files/water_file.hpp"
#include "tests/cases/written_files.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

/// The datasets of a file; each test spoils one of them.
struct WaterDatasets {
  std::vector<double> depth = {0, 20, 50}, temperature = {15, 12, 8}, salinity = {34, 34.5, 35};
  std::vector<hsize_t> shape = {3};

  void operator()(const std::string& path) const {
    write_datasets(path, {{"depth", {depth.size()}, depth},
                          {"temperature", shape, temperature},
                          {"salinity", shape, salinity}});
  }
};

/// Each cell of it has water of its own, which has 10 times its depth's number and its own.
WaterDatasets of_each_cell() {
  WaterDatasets water{.shape = {3, 2, 3}};
  water.temperature.clear();
  water.salinity.clear();
  for (int level = 0; level < 3; ++level)
    for (int cell = 0; cell < 6; ++cell) {
      water.temperature.push_back(10 * level + cell);
      water.salinity.push_back(10 * level + cell + 5);
    }
  return water;
}

WaterProfiles read_small(const std::string& path, const Communicator& comm) {
  return read_water(path, small_grid(), comm);
}
WaterProfiles read(const WaterDatasets& datasets) { return read_back(datasets, read_small); }
std::string refused(const WaterDatasets& datasets) { return refused_file(datasets, read_small); }

TEST_CASE("one profile holds for the whole sea, linear between its depths") {
  const WaterProfiles water = read({});
  CHECK(water.temperature_at(7, 9, 10) == nearly(13.5));
  CHECK(water.salinity_at(0, 0, 35) == nearly(34.75));
  CHECK(water.temperature_at(0, 0, 1000) == 8);
  CHECK(water.salinity_at(0, 0, 0) == 34);
}

TEST_CASE("each cell may have a profile of its own, and each rank gets those of its cells") {
  const Communicator world(MPI_COMM_WORLD);
  const Box needed = needed_of_small_grid(world);
  // The ranks may change places after one of them has read.
  const Communicator turned(world, -world.rank());
  for (const Communicator* comm : {&world, &turned}) {
    const WaterProfiles water = handed_out(read(of_each_cell()), needed, *comm);
    CHECK(water.temperature.size() == static_cast<std::size_t>(3 * needed.area()));
    for (int j = needed.y0; j < needed.y1; ++j)
      for (int i = needed.x0; i < needed.x1; ++i) {
        CHECK(water.temperature_at(i, j, 20) == 10 + 3 * j + i);
        CHECK(water.salinity_at(i, j, 50) == 25 + 3 * j + i);
      }
  }
}

TEST_CASE(
    "what a file gives does not go to the results, nor do the keys in whose place it stands") {
  const Communicator world(MPI_COMM_WORLD);
  const ScratchFile file(world, "kept_water.h5", WaterDatasets{});
  const std::string path = std::filesystem::absolute(file.path()).string();
  CoastalRun run({"grid.coarsen=8", "grid.levels=4", "water.temperature=[9]", "water.file=" + path},
                 world);
  const Json water = problem_of(run.setup()).configuration["water"];
  CHECK(water["file"] == path);
  CHECK(!water.contains("temperature"));
}

TEST_CASE("a file of water that cannot be right is refused with the reason") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  WaterDatasets d;
  SUBCASE("no salinity") {
    d.salinity.clear();
    CHECK(refused(d) == "has no dataset 'salinity'; it has: depth, temperature");
  }
  SUBCASE("depths that descend") {
    d.depth = {50, 20, 0};
    CHECK(refused(d) == "'depth' must ascend, from 0 or more to less than 12000 m: value 1 is 20");
  }
  SUBCASE("heights instead of depths") {
    d.depth = {-50, -20, 0};
    CHECK(refused(d) == "'depth' must ascend, from 0 or more to less than 12000 m: value 0 is -50");
  }
  SUBCASE("fewer values than depths") {
    d.shape = {2};
    d.temperature = d.salinity = {10, 11};
    CHECK(refused(d) == "'temperature' is 2, but must be 3");
  }
  SUBCASE("of another grid") {
    d = of_each_cell();
    d.shape = {2, 3, 3};
    CHECK(refused(d) == "'temperature' is 2 x 3 x 3, but must be 3 x 2 x 3");
  }
  SUBCASE("of no known shape") {
    d.shape = {1, 3};
    CHECK(refused(d) == "'temperature' has 2 dimensions instead of 3");
  }
  SUBCASE("no number") {
    d.salinity[1] = nan;
    CHECK(refused(d) == "'salinity' is nan at 20 m; it must be from 0 to 45");
  }
  SUBCASE("no number in a wet cell") {
    d = of_each_cell();
    d.temperature[10] = nan;
    CHECK(refused(d) ==
          "'temperature' is nan at row 1, column 1, which is wet, at 20 m; it must be from -3 to "
          "40");
  }
  SUBCASE("none on land") {
    d = of_each_cell();
    d.temperature[5] = d.salinity[17] = nan;
    CHECK(refused(d).empty());
  }
}

TEST_CASE("a sea begins with the water of a file, the same on any ranks") {
  const Communicator world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const std::vector<std::string> coarse{"grid.coarsen=8", "grid.levels=4", "time.steps=3",
                                        "boundary.relaxation=600"};
  const Grid grid = CoastalRun(coarse, self).the_case().grid();
  WaterDatasets water{.shape = {3, static_cast<hsize_t>(grid.ny), static_cast<hsize_t>(grid.nx)}};
  water.temperature.clear();
  water.salinity.clear();
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < grid.ny; ++j)
      for (int i = 0; i < grid.nx; ++i) {
        water.temperature.push_back(15 - 0.05 * j - 2 * k);
        water.salinity.push_back(34 + 0.01 * i + 0.2 * k);
      }
  const ScratchFile file(world, "sea_water.h5", water);
  std::vector<std::string> settings = coarse;
  settings.push_back("water.file=" + std::filesystem::absolute(file.path()).string());
  CoastalRun alone(settings, self);
  const FieldView<const double> depth = alone.field("depth").values;
  const Box all = alone.domain().owned();
  for (int j = all.y0; j < all.y1; ++j)
    for (int i = all.x0; i < all.x1; ++i) {
      if (!alone.domain().grid().wet(Place::centre, i, j)) continue;
      const double below = depth(i, j) * 0.125;  // the middle of the highest of four levels
      const double k = below < 20 ? below / 20 : std::min(2., 1 + (below - 20) / 30);
      REQUIRE(alone.field("T").values(i, j, 3) == nearly(15 - 0.05 * j - 2 * k).epsilon(1e-12));
    }
  alone.step_to_the_end();
  check_any_partition(alone, settings);
}

TEST_CASE("water in other units is refused") {
  const auto refused_in = [](const char* dataset, const char* unit) {
    return refused_file(in_unit(WaterDatasets{}, dataset, unit), read_small);
  };
  CHECK(refused_in("depth", "km") == "'depth' is in 'km'; it must be in m");
  CHECK(refused_in("temperature", "K") == "'temperature' is in 'K'; it must be in degrees C");
  CHECK(refused_in("depth", "meters").empty());
  CHECK(refused_in("temperature", "degC").empty());
}

TEST_CASE("a file of water that is not there is refused by its key") {
  const std::string text = refusal([] {
    CoastalRun({"grid.coarsen=8", "grid.levels=4", "water.file=nowhere.h5"},
               Communicator(MPI_COMM_WORLD));
  });
  CHECK(text.find("'water.file' is") != std::string::npos);
  CHECK(text.find("nowhere.h5: no such file") != std::string::npos);
}

}  // namespace
}  // namespace seafret
