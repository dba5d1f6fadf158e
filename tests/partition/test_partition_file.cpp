// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include "decomposition/partition/partitioner.hpp"
#include "miniapp/files/partition_file.hpp"
#include "tests/partition/scratch_file.hpp"

namespace seafret {
namespace {

/// A sea with land in one corner, enough for a few ranks.
Grid bay() {
  Grid grid{.nx = 24, .ny = 18, .nz = 1, .periodic_x = false, .periodic_y = false};
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i) grid.cells.push_back(i + j < 9 ? Cell::dry : Cell::wet);
  return grid;
}

/// What a run of this grid says to a file with these boxes, without the file's name.
std::string refusal_of(const Communicator& comm, const Grid& grid, const std::vector<Box>& boxes,
                       const Grid& made_for = bay()) {
  const ScratchFile file(comm, "partition");
  file.fill([&](const std::string& path) {
    write_partition(path, made_for, {.boxes = boxes, .node_of = std::vector<int>(boxes.size())});
  });
  const std::string text = refusal([&] { read_partition(file.path(), grid, comm); });
  return text.empty() ? text : text.substr(file.path().size());
}

TEST_CASE("a partition is read as it was written") {
  const Communicator world(MPI_COMM_WORLD);
  for (const auto& [name, partitioner] : partitioners()) {
    const std::vector<Box> boxes = partitioner(bay(), world.size());
    const ScratchFile file(world, name);
    file.fill([&](const std::string& path) {
      write_partition(path, bay(), {.boxes = boxes, .node_of = std::vector<int>(boxes.size())});
    });
    CHECK(read_partition(file.path(), bay(), world) == boxes);
  }
}

TEST_CASE("a partition that does not fit is refused") {
  const Communicator world(MPI_COMM_WORLD);
  const int ranks = world.size();
  const std::vector<Box> boxes = partitioners().at("k_section")(bay(), ranks);
  CHECK(refusal_of(world, bay(), boxes).empty());
  SUBCASE("another mask") {
    Grid other = bay();
    other.cells[0] = Cell::wet;
    CHECK(refusal_of(world, other, boxes) ==
          ": was made for another mask than this one of 24 x 18 cells; make it anew");
  }
  SUBCASE("other ranks") {
    const auto more = partitioners().at("k_section")(bay(), ranks + 1);
    CHECK(refusal_of(world, bay(), more) == ": is for " + std::to_string(ranks + 1) +
                                                " ranks, and here are " + std::to_string(ranks) +
                                                "; make one for " + std::to_string(ranks));
  }
  SUBCASE("a wet cell that nobody owns") {
    std::vector<Box> gap = boxes;
    --gap.back().y1;
    CHECK(refusal_of(world, bay(), gap).starts_with(": nobody owns cell (i="));
  }
  SUBCASE("a cell that two own") {
    std::vector<Box> twice(static_cast<std::size_t>(ranks), bay().box());
    if (ranks > 1)
      CHECK(refusal_of(world, bay(), twice) == ": ranks 0 and 1 both own cell (i=0, j=0)");
  }
}

TEST_CASE("boxes beyond the grid and files of other kinds are refused") {
  const Communicator world(MPI_COMM_WORLD);
  CHECK(refusal([&] { read_partition("nothing.h5", bay(), world); }) == "nothing.h5: no such file");
  CHECK(refusal([&] {
          read_partition(SEAFRET_SOURCE_DIR "/inputs/masks/ggui28.h5", bay(), world);
        }).find("is no partition as 'seafret partition --out' writes it") != std::string::npos);
  Grid larger = bay();
  larger.nx = 30;
  larger.cells.clear();
  const std::vector<Box> boxes = partitioners().at("blocks")(larger, world.size());
  const std::string text = refusal_of(world, bay(), boxes, larger);
  CHECK(text.find("another mask") != std::string::npos);
}

}  // namespace
}  // namespace seafret
