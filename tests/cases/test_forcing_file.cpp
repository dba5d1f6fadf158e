// SPDX-License-Identifier: BSD-3-Clause
// Wind and heat that change in the course of a run, from a file.
#include <doctest/doctest.h>

#include <filesystem>
#include <limits>

#include "coastal_runs.hpp"
#include "miniapp/files/forcing_file.hpp"
#include "tests/cases/written_files.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// All of them; each test spoils one.
struct ForcingDatasets {
  WrittenDataset time{"time", {3}, {0, 100, 400}}, east{"stress_east", {3}, {0, 0.1, 0.4}},
      north{"stress_north", {3}, {0.2, 0.1, 0}}, heat{"heat_flux", {3}, {-50, 100, 300}},
      lat{"lat", {2}, {}};

  void operator()(const std::string& path) const {
    write_datasets(path, {time, east, north, heat, lat});
  }
};

/// Its heat is of each cell.
ForcingDatasets heat_of_each_cell() {
  ForcingDatasets forcing;
  forcing.heat.extent = {3, 2, 3};
  forcing.heat.values.clear();
  for (int n = 0; n < 18; ++n) forcing.heat.values.push_back(n);
  return forcing;
}

auto reading(bool with_heat) {
  return [with_heat](const std::string& path, const Communicator& comm) {
    return read_forcing(path, small_grid(), with_heat, comm);
  };
}
SurfaceForcing read(const ForcingDatasets& datasets, bool with_heat = true) {
  return read_back(datasets, reading(with_heat));
}
std::string refused(const ForcingDatasets& datasets, bool with_heat = true) {
  return refused_file(datasets, reading(with_heat));
}

double value_at(const TimeSeries& series, double time, int i = 0, int j = 0) {
  return series.value(series.at(time), i, j);
}

TEST_CASE("all ranks know what holds for the whole sea, each of its cells what is theirs") {
  const Communicator world(MPI_COMM_WORLD);
  const SurfaceForcing forcing = read(heat_of_each_cell());
  REQUIRE(forcing.stress_east);
  REQUIRE(forcing.stress_north);
  REQUIRE(forcing.heat);
  CHECK(value_at(*forcing.stress_east, 200) == nearly(0.2));
  CHECK(value_at(*forcing.stress_north, 1000) == 0);
  const Box needed = needed_of_small_grid(world);
  const TimeSeries heat = handed_out(*forcing.heat, needed, world);
  for (int j = needed.y0; j < needed.y1; ++j)
    for (int i = needed.x0; i < needed.x1; ++i) CHECK(value_at(heat, 50, i, j) == 3 * j + i + 3);
}

TEST_CASE("what a file does not have stays as it is, and what a sea has no use for is not read") {
  ForcingDatasets d;
  SUBCASE("no heat") {
    d.heat.values.clear();
    CHECK_FALSE(read(d).heat);
    CHECK(read(d).stress_east);
  }
  SUBCASE("no wind") {
    d.east.values.clear();
    d.north.values.clear();
    CHECK(read(d).heat);
    CHECK_FALSE(read(d).stress_east);
    CHECK(refused(d, false) == "has no dataset 'stress_east'; it has: heat_flux, time");
  }
  SUBCASE("no use for heat") {
    d.heat.values[1] = nan;
    CHECK_FALSE(read(d, false).heat);
  }
}

TEST_CASE("a file of forcing that cannot be right is refused with the reason") {
  ForcingDatasets d;
  SUBCASE("no time") {
    d.time.values.clear();
    CHECK(refused(d) == "has no dataset 'time'; it has: heat_flux, stress_east, stress_north");
  }
  SUBCASE("half a wind") {
    d.north.values.clear();
    CHECK(refused(d) == "has no dataset 'stress_north'; it has: heat_flux, stress_east, time");
  }
  SUBCASE("nothing of use") {
    d.east.values.clear();
    d.north.values.clear();
    d.heat.values.clear();
    CHECK(refused(d) == "has no dataset 'stress_east'; it has: time");
  }
  SUBCASE("time that stands still") {
    d.time.values = {0, 100, 100};
    CHECK(refused(d) == "'time' does not ascend: value 2 is 100");
    d.time.values = {0, nan, 100};
    CHECK(refused(d) == "'time' does not ascend: value 1 is nan");
  }
  SUBCASE("rows from the north, where rows count") {
    d.lat.values = {51, 50};
    CHECK(refused(d).empty());
    d = heat_of_each_cell();
    d.lat.values = {50, 51};
    CHECK(refused(d).empty());
    d.lat.values = {51, 50};
    CHECK(refused(d) ==
          "'lat' descends, from 51 to 50: rows go from the south, columns from the west");
  }
  SUBCASE("hours") {
    const auto refused_with = [&](const char* unit, bool as_python_writes) {
      return refused_file(
          [&](const std::string& path) {
            d(path);
            const Hdf5File file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "open");
            const Hdf5Dataset time(H5Dopen2(file, "time", H5P_DEFAULT), "open");
            if (!as_python_writes) return write_attribute(time, "units", std::string(unit));
            const Hdf5Type text(H5Tcopy(H5T_C_S1), "copy");
            H5Tset_size(text, H5T_VARIABLE);
            const Hdf5Space one(H5Screate(H5S_SCALAR), "make");
            const Hdf5Attribute units(
                H5Acreate2(time, "units", text, one, H5P_DEFAULT, H5P_DEFAULT), "make");
            H5Awrite(units, text, &unit);
          },
          reading(true));
    };
    for (const bool as_python_writes : {false, true}) {
      CHECK(refused_with("hours since 2020-01-01", as_python_writes) ==
            "'time' is in 'hours since 2020-01-01', but must be in seconds since the run begins");
      for (const char* right : {"s", "seconds", "seconds since 2020-01-01"})
        CHECK(refused_with(right, as_python_writes).empty());
    }
  }
  SUBCASE("a value that is missing") {
    CHECK(refused_file(with_attribute(d, "heat_flux", "_FillValue", 100.), reading(true))
              .starts_with("'heat_flux' is nan at 100"));
  }
  SUBCASE("other units") {
    const auto refused_in = [&](const char* dataset, const char* unit) {
      return refused_file(in_unit(d, dataset, unit), reading(true));
    };
    CHECK(refused_in("stress_north", "dyn cm-2") ==
          "'stress_north' is in 'dyn cm-2'; it must be in N/m2");
    CHECK(refused_in("heat_flux", "N m-2") == "'heat_flux' is in 'N m-2'; it must be in W/m2");
    CHECK(refused_in("stress_east", "Pa").empty());
    CHECK(refused_in("heat_flux", "W m-2").empty());
  }
  SUBCASE("empty") {
    d.time.extent = {0};
    d.time.values.clear();
    CHECK(refused(d) == "'time' is empty");
  }
  SUBCASE("fewer values than times") {
    d.east.extent = {2};
    d.east.values = {0, 1};
    CHECK(refused(d) == "'stress_east' is 2, but must be 3");
  }
  SUBCASE("of another grid, or of no known shape") {
    d = heat_of_each_cell();
    d.heat.extent = {3, 3, 2};
    CHECK(refused(d) == "'heat_flux' is 3 x 3 x 2, but must be 3 x 2 x 3");
    d = {};
    d.heat.extent = {1, 3};
    CHECK(refused(d) == "'heat_flux' has 2 dimensions instead of 3");
  }
  SUBCASE("no number") {
    d.north.values[1] = nan;
    CHECK(refused(d) == "'stress_north' is nan at 100 s; it must be from -10 to 10");
  }
  SUBCASE("pressure instead of stress") {
    d.east.values[2] = 101300;
    CHECK(refused(d) == "'stress_east' is 101300 at 400 s; it must be from -10 to 10");
  }
  SUBCASE("no number in a wet cell") {
    d = heat_of_each_cell();
    d.heat.values[10] = nan;
    CHECK(refused(d) ==
          "'heat_flux' is nan at row 1, column 1, which is wet, at 100 s; it must be from -5000 to "
          "5000");
  }
  SUBCASE("none on land") {
    d = heat_of_each_cell();
    d.heat.values[11] = nan;
    CHECK(refused(d).empty());
  }
}

TEST_CASE("a file of forcing that was cut off is refused, wherever it was cut") {
  const Communicator world(MPI_COMM_WORLD);
  const ForcingDatasets write;
  const ScratchFile file(world, "cut.h5");
  for (const double kept : {0., 0.02, 0.3, 0.6, 0.95}) {
    CAPTURE(kept);
    file.fill([&](const std::string& path) {
      write(path);
      const auto size = static_cast<double>(std::filesystem::file_size(path));
      std::filesystem::resize_file(path, static_cast<std::uintmax_t>(kept * size));
    });
    const std::string text = refusal([&] { read_forcing(file.path(), small_grid(), true, world); });
    CHECK(text.find(file.path()) != std::string::npos);
    CHECK(text.find('\n') == std::string::npos);
  }
}

/// A case on a coarse grid, and the name of a file as its key wants it.
std::vector<std::string> coarse_sea(bool with_levels) {
  std::vector<std::string> sea{"grid.coarsen=8", "time.steps=6"};
  if (with_levels) sea.push_back("grid.levels=4");
  return sea;
}
std::string wind_of(const ScratchFile& file) {
  return "wind.file=" + std::filesystem::absolute(file.path()).string();
}

TEST_CASE("a file in which nothing changes is a steady wind and a steady sun, bit for bit") {
  const Communicator world(MPI_COMM_WORLD);
  ForcingDatasets steady;
  steady.east.values = {0.13, 0.13, 0.13};
  steady.north.values = {-0.07, -0.07, -0.07};
  steady.heat.values = {310, 310, 310};
  const ScratchFile file(world, "steady.h5", steady);
  for (const bool with_levels : {false, true}) {
    std::vector<std::string> keys = coarse_sea(with_levels), blown = keys;
    CoastalRun still(keys, world);
    keys.push_back("wind.stress=[0.13, -0.07]");
    if (with_levels) keys.push_back("wind.heat=310");
    blown.push_back(wind_of(file));
    CoastalRun by_key(keys, world), by_file(blown, world);
    for (CoastalRun* run : {&still, &by_key, &by_file}) run->step_to_the_end();
    CHECK(world.sum(differences(by_file, by_key)) == 0);
    CHECK(world.sum(differences(still, by_key)) > 0);
  }
}

TEST_CASE("wind and heat of each cell give the same bits on any ranks, and take what they said") {
  const Communicator world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  for (const bool with_levels : {false, true}) {
    const std::vector<std::string> coarse = coarse_sea(with_levels);
    const Grid grid = CoastalRun(coarse, self).the_case().grid();
    ForcingDatasets gusts;
    for (WrittenDataset* set : {&gusts.east, &gusts.north, &gusts.heat}) {
      const double most = set == &gusts.heat ? 500 : 1;
      set->extent = {3, static_cast<hsize_t>(grid.ny), static_cast<hsize_t>(grid.nx)};
      set->values.clear();
      for (int n = 0; n < 3; ++n)
        for (int j = 0; j < grid.ny; ++j)
          for (int i = 0; i < grid.nx; ++i)
            set->values.push_back(
                grid.wet(Place::centre, i, j) ? most * std::sin(n + 0.3 * i + 0.2 * j) : nan);
    }
    const ScratchFile file(world, with_levels ? "gusts_and_levels.h5" : "gusts.h5", gusts);
    std::vector<std::string> keys = coarse;
    keys.push_back(wind_of(file));
    CoastalRun alone(keys, self), still(coarse, self);
    alone.step_to_the_end();
    const std::size_t more = alone.the_case().held(alone.setup().start).work -
                             still.the_case().held(still.setup().start).work;
    const auto cells = static_cast<std::size_t>(grid.box().area());
    CHECK(more >= (with_levels ? 3 : 2) * 3 * (cells + 1) * sizeof(double));
    check_any_partition(alone, keys);
  }
}

TEST_CASE("what cannot be had from a file of forcing is refused by its key") {
  const Communicator world(MPI_COMM_WORLD);
  const ScratchFile file(world, "some_wind.h5", ForcingDatasets());
  const auto refused_with = [&](const std::string& key, const std::string& wind) {
    return refusal([&] { CoastalRun({"grid.coarsen=8", "grid.levels=4", key, wind}, world); });
  };
  const std::string none = refused_with("time.steps=1", "wind.file=nowhere.h5");
  CHECK(none.find("'wind.file' is refused: ") != std::string::npos);
  CHECK(none.find("nowhere.h5: no such file") != std::string::npos);
  const std::string text = refused_with("time.steps=1", "wind.file=tide.yaml");
  CHECK(text.find("is not an HDF5 file") != std::string::npos);
  CHECK(refused_with("wind.stress=[0.1, 0]", wind_of(file))
            .find("'wind.stress' must be 0 where wind.file has a wind") != std::string::npos);
  CHECK(refused_with("wind.heat=1", wind_of(file))
            .find("'wind.heat' must be 0 where wind.file has heat") != std::string::npos);
}

}  // namespace
}  // namespace seafret
