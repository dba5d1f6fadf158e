// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <fstream>

#include "decomposition/base/error.hpp"
#include "miniapp/files/mask_file.hpp"
#include "miniapp/files/tide_gauges.hpp"
#include "physics/ocean/forcing/tide.hpp"
#include "tests/cases/written_files.hpp"

namespace seafret {
namespace {

/// The datasets of a file of 3 rows and 4 columns; each test spoils one of them.
struct Datasets {
  std::vector<hsize_t> shape = {3, 4}, depth_shape = {3, 4};
  std::vector<int> mask = {2, 2, 1, 1,  //
                           2, 1, 1, 0,  //
                           1, 1, 0, 0};
  std::vector<double> depth = {-1, 0, 10, 20.5, 0, 30, 40, 0, 50, 60, 0, 0};
  std::vector<double> longitude = {1, 1.5, 2, 2.5}, latitude = {50, 50.25, 50.5};
  bool has_depth = true;
  double scale_factor = 1, add_offset = 0;  // of the depth

  void write(const std::string& path) const {
    const Hdf5File file = create_file(path);
    write_dataset(file, "mask", shape, mask);
    if (has_depth) {
      write_dataset(file, "depth", depth_shape, depth);
      const Hdf5Dataset written(H5Dopen2(file, "depth", H5P_DEFAULT), "open");
      write_attribute(written, "scale_factor", scale_factor);
      write_attribute(written, "add_offset", add_offset);
    }
    write_dataset(file, "lon", {longitude.size()}, longitude);
    write_dataset(file, "lat", {latitude.size()}, latitude);
  }
};

TEST_CASE("every rank gets the grid of the file, rank 0 alone its depth") {
  const Communicator world(MPI_COMM_WORLD);
  const Datasets d;
  const ScratchFile file(world, "mask_file", [&](const std::string& path) { d.write(path); });
  const Basin basin = read_basin(file.path(), world);
  CHECK(basin.grid.nx == 4);
  CHECK(basin.grid.ny == 3);
  CHECK(basin.grid.dx == 0.5);
  CHECK(basin.grid.dy == 0.25);
  CHECK_FALSE(basin.grid.periodic_x);
  CHECK_FALSE(basin.grid.periodic_y);
  CHECK(basin.longitude == d.longitude);
  CHECK(basin.latitude == d.latitude);
  for (std::size_t n = 0; n < 12; ++n) CHECK(static_cast<int>(basin.grid.cells[n]) == d.mask[n]);
  CHECK(basin.depth_at(0, 0) == 0);  // not wet
  if (world.rank() != 0) {
    CHECK_THROWS_WITH_AS(basin.depth_at(3, 0), "the depth of cell (i=3, j=0) is not held here",
                         std::logic_error);
    return;
  }
  CHECK(basin.depth == d.depth);
  CHECK(basin.depth_at(3, 0) == 20.5);
}

std::string refusal_of(const Datasets& datasets) {
  return refused_file(
      [&](const std::string& path) { datasets.write(path); },
      [](const std::string& path, const Communicator& comm) { read_basin(path, comm); });
}

/// Where a dataset has this attribute besides.
template <class Value>
std::string refused_with(const Datasets& datasets, const char* dataset, const char* attribute,
                         const Value& value) {
  return refused_file(
      with_attribute([&](const std::string& path) { datasets.write(path); }, dataset, attribute,
                     value),
      [](const std::string& path, const Communicator& comm) { read_basin(path, comm); });
}

TEST_CASE("a file that cannot be right is refused with the reason") {
  Datasets d;
  SUBCASE("no depth") {
    d.has_depth = false;
    CHECK(refusal_of(d) == "has no dataset 'depth'; it has: lat, lon, mask");
  }
  SUBCASE("packed") {
    d.scale_factor = 0.1;
    CHECK(refusal_of(d) ==
          "'depth' is packed: its attribute scale_factor is 0.1; it must hold the values "
          "themselves");
    d.scale_factor = 1;
    d.add_offset = -5;
    CHECK(refusal_of(d).starts_with("'depth' is packed: its attribute add_offset is -5;"));
  }
  SUBCASE("another class of cell") {
    d.mask[6] = 3;
    CHECK(refusal_of(d) ==
          "'mask' is 3 at row 1, column 2; it must be 0 (dry), 1 (wet) or 2 "
          "(outside)");
  }
  SUBCASE("a wet cell without water") {
    d.depth[2] = 0;
    CHECK(refusal_of(d).starts_with("'depth' is 0 m at row 0, column 2, which is wet"));
  }
  SUBCASE("no number") {
    d.depth[9] = std::numeric_limits<double>::quiet_NaN();
    CHECK(refusal_of(d).starts_with("'depth' is nan m at row 2, column 1"));
  }
  SUBCASE("another shape") {
    d.depth_shape = {4, 3};
    CHECK(refusal_of(d) == "'depth' is 4 x 3, but 'mask' is 3 x 4");
  }
  SUBCASE("a list instead of a table") {
    d.shape = {12};
    CHECK(refusal_of(d) == "'mask' has 1 dimension instead of 2");
  }
  SUBCASE("too few columns") {
    d.longitude.pop_back();
    CHECK(refusal_of(d) == "'lon' has 3 values for 4 columns of 'mask'");
  }
  SUBCASE("uneven rows") {
    d.latitude[1] = 50.3;
    CHECK(refusal_of(d) == "'lat' does not ascend evenly: value 1 is 50.3");
  }
  SUBCASE("beyond the pole") {
    d.latitude = {89.25, 89.625, 90};
    CHECK(refusal_of(d) ==
          "'lat' is 90 in row 2, 0.375 wide; rows must end at the poles, 90 and -90");
    d.latitude = {-90.125, -89.875, -89.625};
    CHECK(refusal_of(d).starts_with("'lat' is -90.125 in row 0"));
    d.latitude = {-89.875, -89.625, -89.375};
    CHECK(refusal_of(d).empty());
  }
  SUBCASE("more than once round the earth") {
    d.longitude = {0, 120, 240, 360};
    CHECK(refusal_of(d) ==
          "'lon' is 0 to 360 in columns 120 wide; it must be within -360 and 720, and once round "
          "the earth at most");
    d.longitude = {0, 90, 180, 270};
    CHECK(refusal_of(d).empty());
    d.longitude = {600, 650, 700, 750};
    CHECK(refusal_of(d).starts_with("'lon' is 600 to 750"));
  }
  SUBCASE("columns of no width") {
    d.longitude = {0, 1e-9, 2e-9, 3e-9};
    CHECK(refusal_of(d) == "'lon' ascends by 1e-09 degrees, less than 1e-07");
  }
  SUBCASE("in other units") {
    const auto refused_in = [&](const char* dataset, const std::string& unit) {
      return refused_with(d, dataset, "units", unit);
    };
    CHECK(refused_in("depth", "km") == "'depth' is in 'km'; it must be in m");
    CHECK(refused_in("lon", "radians") == "'lon' is in 'radians'; it must be in degrees");
    CHECK(refused_in("lat", "degrees_north").empty());
  }
  SUBCASE("a depth that is missing") {
    for (const char* attribute : {"_FillValue", "missing_value"})
      CHECK(refused_with(d, "depth", attribute, 20.5).starts_with("'depth' is nan m at "));
    CHECK(refused_with(d, "depth", "_FillValue", 0.).empty());  // on land
  }
  SUBCASE("land alone") {
    for (int& cell : d.mask) cell = cell == 1 ? 0 : cell;
    CHECK(refusal_of(d) == "'mask' is 1 (wet) nowhere");
  }
  SUBCASE("from the north to the south") {
    d.latitude = {50.5, 50.25, 50};
    CHECK(refusal_of(d) ==
          "'lat' descends, from 50.5 to 50.25: rows go from the south, columns from the west");
  }
}

TEST_CASE("land that the sea may flood is taken where it is wanted, mountains never") {
  const Communicator world(MPI_COMM_WORLD);
  silence_hdf5();
  const auto read = [&](double depth, double least = -highest_land) {
    Datasets d;
    d.depth[2] = depth;
    const ScratchFile file(world, "mask_file", [&](const std::string& path) { d.write(path); });
    return read_basin(
        file.path(), world, [](Basin&) {}, least);
  };
  const Basin basin = read(-3.5);
  if (!basin.depth.empty()) CHECK(basin.depth_at(2, 0) == -3.5);
  CHECK_THROWS_WITH_AS(read(-9000), doctest::Contains("it must be above -9000"), InputError);
  CHECK_NOTHROW(read(-1, -2.5));  // under a mean level of 2.5 m
  CHECK_THROWS_WITH_AS(read(-3, -2.5), doctest::Contains("it must be above -2.5"), InputError);
}

TEST_CASE("a depth where no sea is means nothing") {
  Datasets d;
  d.depth[7] = 35;  // a lake
  d.depth[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK(refusal_of(d).empty());
}

TEST_CASE("what is no such file is refused") {
  const Communicator world(MPI_COMM_WORLD);
  silence_hdf5();
  CHECK(refusal([&] { read_basin("nothing.h5", world); }) == "nothing.h5: no such file");
  CHECK(refusal([&] { read_basin(".", world); }) == ".: is not a file");
  const ScratchFile text(world, "mask_file",
                         [](const std::string& path) { std::ofstream(path) << "mask\n"; });
  CHECK(refusal([&] { read_basin(text.path(), world); }) == text.path() + ": is not an HDF5 file");
}

TEST_CASE("gauges are read from a table with named columns") {
  const Communicator world(MPI_COMM_WORLD);
  const ScratchFile file(world, "mask_file", [](const std::string& path) {
    std::ofstream(path) << "# a comment\nlat,name,lon,M2_G_deg,source,M2_amp_m,S2_amp_m,S2_G_deg\n"
                           "\n50.5,A place,-3.25,90,x,2,0.5,45\r\n60,B,4,180,,0.5,,\n";
  });
  const std::vector<TideGauge> gauges = read_gauges(file.path(), world);
  REQUIRE(gauges.size() == 2);
  CHECK(gauges[0].name == "A place");
  CHECK(gauges[0].longitude == -3.25);
  CHECK(gauges[0].latitude == 50.5);
  REQUIRE(gauges[0].observed.size() == 2);
  CHECK(gauges[0].observed.at("M2") == tidal_constant(2, 90));
  CHECK(gauges[0].observed.at("S2") == tidal_constant(0.5, 45));
  REQUIRE(gauges[1].observed.size() == 1);
  CHECK(gauges[1].observed.at("M2") == tidal_constant(0.5, 180));
}

TEST_CASE("a table of gauges that cannot be right is refused with its line") {
  const Communicator world(MPI_COMM_WORLD);
  const auto refusal_of_table = [&](const std::string& table) {
    const ScratchFile file(world, "mask_file",
                           [&](const std::string& path) { std::ofstream(path) << table; });
    return refusal([&] { read_gauges(file.path(), world); }).substr(file.path().size());
  };
  const std::string columns = "name,lon,lat,M2_amp_m,M2_G_deg\n";
  CHECK(refusal_of_table(columns + "A,1,2,3,high\n") ==
        ":2: M2_G_deg must be a number, not 'high'");
  CHECK(refusal_of_table(columns + "A,1,2,3,4\nB,1\n") == ":3: lat is missing");
  CHECK(refusal_of_table("name,lon,lat,M2_amp_m,M2_G_deg,S2_amp_m,S2_G_deg\nA,1,2,3,4,1,\n") ==
        ":2: S2_G_deg must be a number, not ''");
  CHECK(refusal_of_table("name,lon,lat,M2_G_deg\nA,1,2,3\n") == ":2: no column is named M2_amp_m");
  CHECK(refusal_of_table("# mine\nname,lon,lat,M2_amp_cm,M2_G_deg\n")
            .starts_with(":2: unknown column 'M2_amp_cm'; there are: name, lon, lat, source, "
                         "M2_amp_m, M2_G_deg, S2_amp_m"));
}

}  // namespace
}  // namespace seafret
