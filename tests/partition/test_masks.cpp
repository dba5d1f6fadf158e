// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <fstream>

#include "miniapp/files/hdf5.hpp"
#include "miniapp/files/mask_file.hpp"
#include "tests/partition/scratch_file.hpp"

namespace seafret {
namespace {

constexpr Cell dry = Cell::dry, wet = Cell::wet, outside = Cell::outside;

/// The mask in a file of these bytes.
Grid mask_of(const Communicator& comm, const std::string& bytes, const MaskOptions& options = {}) {
  const ScratchFile file(comm, "mask");
  file.fill([&](const std::string& path) { std::ofstream(path, std::ios::binary) << bytes; });
  return read_mask(file.path(), options, comm).grid;
}

std::string refusal_of(const Communicator& comm, const std::string& bytes) {
  const std::string text = refusal([&] { mask_of(comm, bytes); });
  const std::string end = ".tmp";  // of the file's name
  REQUIRE(text.starts_with("mask."));
  REQUIRE(text.find(end) != std::string::npos);
  return text.substr(text.find(end) + end.size());
}

TEST_CASE("a mask is read from a text, the north above") {
  const Communicator world(MPI_COMM_WORLD);
  const std::vector<Cell> cells = {wet, wet, dry,  //
                                   wet, dry, outside};
  for (const char* text : {"102\n110\n", "1 0 2\r\n1 1 0", "1,0,2\n\n1,1,0\n\n"}) {
    const Grid grid = mask_of(world, text);
    CHECK(grid.nx == 3);
    CHECK(grid.ny == 2);
    CHECK(grid.cells == cells);
    CHECK_FALSE(grid.periodic_x);
  }
  CHECK(mask_of(world, "1\n", {.variable = "", .periodic_x = true}).periodic_x);
}

TEST_CASE("a mask is read from a picture") {
  const Communicator world(MPI_COMM_WORLD);
  const std::vector<Cell> cells = {wet, dry, wet, dry};
  using namespace std::string_literals;
  for (const std::string& picture :
       {"P2\n# a comment\n2 2\n9\n7 0\n1 0\n"s, "P2 2 2 9 7 0 1 0"s, "P5\n2 2\n255\n\xff\0\1\0"s,
        "P5 2 2 300\n\0\1\0\0\1\0\0\0"s}) {
    const Grid grid = mask_of(world, picture);
    CHECK(grid.nx == 2);
    CHECK(grid.ny == 2);
    CHECK(grid.cells == cells);
  }
}

TEST_CASE("what is no mask is refused with the place") {
  const Communicator world(MPI_COMM_WORLD);
  CHECK(refusal_of(world, "101\n10\n") == ":2: this row has 2 cells, those before have 3");
  CHECK(refusal_of(world, "101\n1x1\n") ==
        ":2: a mask is of 0 (dry), 1 (wet) and 2 (outside), but here is 'x'");
  CHECK(refusal_of(world, "") == ": is empty");
  CHECK(refusal_of(world, "\x80").ends_with("here is something else"));
  CHECK(refusal_of(world, "CDF\1") ==
        ": is a classic netCDF file; nccopy -k nc4 makes a netCDF-4 file of it");
  CHECK(refusal_of(world, "P5 2 2 255\n\1\1\1") == ": ends before its last pixel");
  CHECK(refusal_of(world, "P2 2 2 255 1 1 1") ==
        ": byte 16: the pixel must be a number from 0 to 255");
  CHECK(refusal_of(world, "P2 0 2 255") == ": 0 x 2 pixels of 0 to 255 are no picture");
  CHECK(refusal_of(world, "P2 99999999 99999999 255").find("are no picture") != std::string::npos);
  CHECK(refusal_of(world, "P2 two").find("the width must be a number") != std::string::npos);
}

/// A file as a global ocean model writes its mask: with time and depth, and fill values on land.
void write_global_mask(const std::string& path) {
  const Hdf5File file = create_file(path);
  const std::vector<float> values = {1, 1e20F, 1, 1, 0, 0, 0, 0};  // two levels of 2 x 2
  const Hdf5Dataset data = write_dataset(file, "tmask", {1, 2, 2, 2}, values);
  write_attribute(data, "_FillValue", static_cast<double>(1e20F));
}

TEST_CASE("the masks of other models are read at their surface") {
  const Communicator world(MPI_COMM_WORLD);
  const ScratchFile file(world, "global");
  file.fill(write_global_mask);
  const std::vector<Cell> cells = {wet, dry, wet, wet};
  CHECK(read_mask(file.path(), {}, world).grid.cells == cells);
  CHECK(read_mask(file.path(), {.variable = "tmask"}, world).grid.cells == cells);
  CHECK(refusal([&] { read_mask(file.path(), {.variable = "umask"}, world); }) ==
        file.path() + ": has no dataset 'umask'; it has: tmask");
}

TEST_CASE("the mask of a basin is that of its basin, where it lies too") {
  const Communicator world(MPI_COMM_WORLD);
  const std::string path = SEAFRET_SOURCE_DIR "/inputs/masks/ggui28.h5";
  CHECK(read_mask(path, {}, world).longitude == read_basin(path, world).longitude);
  CHECK(read_mask(path, {}, world).latitude == read_basin(path, world).latitude);
  CHECK(read_mask(path, {}, world).grid.cells == read_basin(path, world).grid.cells);
}

}  // namespace
}  // namespace seafret
