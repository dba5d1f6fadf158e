// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/partition_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "comms/base/together.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/hdf5_input.hpp"

namespace seafret {
namespace {

const std::string format = "seafret partition 1";

std::vector<std::int32_t> mask_of(const Grid& grid) {
  std::vector<std::int32_t> mask;
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i) mask.push_back(static_cast<std::int32_t>(grid.cell(i, j)));
  return mask;
}

/// Tells masks apart (FNV-1a, 64 bits).
std::string checksum(const Grid& grid) {
  std::uint64_t sum = 14695981039346656037u;
  const auto add = [&](std::int32_t value) {
    sum = (sum ^ static_cast<std::uint32_t>(value)) * 1099511628211u;
  };
  add(grid.nx);
  add(grid.ny);
  for (const std::int32_t cell : mask_of(grid)) add(cell);
  return fmt::format("{:016x}", sum);
}

constexpr std::int32_t nobody = -1;

template <class Meet>
std::vector<std::int32_t> owners(const Grid& grid, std::span<const Box> boxes, Meet meet) {
  std::vector<std::int32_t> owner(static_cast<std::size_t>(grid.box().area()), nobody);
  for (std::size_t r = 0; r < boxes.size(); ++r)
    for (int j = boxes[r].y0; j < boxes[r].y1; ++j)
      for (int i = boxes[r].x0; i < boxes[r].x1; ++i) {
        std::int32_t& here = owner[grid.index(i, j)];
        if (here != nobody) meet(here, r, i, j);
        here = static_cast<std::int32_t>(r);
      }
  return owner;
}

std::string as_file(const std::string& path, const Grid& grid, const StoredPartition& p) {
  const Hdf5File file = create_file(path, in_memory());
  const std::vector<hsize_t> table{static_cast<hsize_t>(grid.ny), static_cast<hsize_t>(grid.nx)};
  const hsize_t ranks = p.boxes.size();
  std::vector<std::int32_t> corners;
  for (const Box& b : p.boxes) corners.insert(corners.end(), {b.x0, b.x1, b.y0, b.y1});
  write_dataset(file, "mask", table, mask_of(grid), H5T_STD_U8LE);
  write_dataset(file, "owner", table, owners(grid, p.boxes, [](auto...) {}), H5T_STD_I32LE);
  write_dataset(file, "boxes", {ranks, 4}, corners, H5T_STD_I32LE);
  if (!p.node_of.empty()) write_dataset(file, "node", {ranks}, p.node_of, H5T_STD_I32LE);
  if (!p.longitude.empty()) {
    write_dataset(file, "lon", {p.longitude.size()}, p.longitude, H5T_IEEE_F64LE);
    write_dataset(file, "lat", {p.latitude.size()}, p.latitude, H5T_IEEE_F64LE);
  }
  write_attribute(file, "format", format);
  write_attribute(file, "mask_checksum", checksum(grid));
  write_attribute(file, "ordering", p.ordering);
  write_attribute(file, "partitioner", p.partitioner);
  write_attribute(file, "cost", p.cost);
  write_attribute(file, "cost_value", p.cost_value);
  write_attribute(file, "cores_per_node", p.cores_per_node);
  return bytes_of(file);
}

std::vector<Box> read_boxes(const std::string& path, const Grid& grid, int ranks) {
  const Hdf5Input file(path);
  if (const std::string found = file.text("format"); found != format)
    file.refuse(
        "is no partition as 'seafret partition --out' writes it: its attribute 'format' is "
        "'{}' instead of '{}'",
        found, format);
  const Hdf5Input::Numbers corners = file.numbers("boxes", 2);
  if (corners.extent[1] != 4) file.refuse("'boxes' must have four columns");
  if (corners.extent[0] != static_cast<hsize_t>(ranks))
    file.refuse("is for {} ranks, and here are {}; make one for {}", corners.extent[0], ranks,
                ranks);
  if (file.text("mask_checksum") != checksum(grid))
    file.refuse("was made for another mask than this one of {} x {} cells; make it anew", grid.nx,
                grid.ny);
  std::vector<Box> boxes;
  for (std::size_t n = 0; n < corners.values.size(); n += 4) {
    const double* const c = &corners.values[n];
    if (!(0 <= c[0] && c[0] < c[1] && c[1] <= grid.nx && 0 <= c[2] && c[2] < c[3] &&
          c[3] <= grid.ny) ||
        std::any_of(c, c + 4, [](double corner) { return corner != std::floor(corner); }))
      file.refuse("the box of rank {} is not one of cells of the grid of {} x {}", n / 4, grid.nx,
                  grid.ny);
    boxes.push_back({static_cast<int>(c[0]), static_cast<int>(c[1]), static_cast<int>(c[2]),
                     static_cast<int>(c[3])});
  }
  const auto owner = owners(grid, boxes, [&](int first, std::size_t second, int i, int j) {
    file.refuse("ranks {} and {} both own cell (i={}, j={})", first, second, i, j);
  });
  for (std::size_t n = 0; n < owner.size(); ++n) {
    const auto i = static_cast<int>(n) % grid.nx, j = static_cast<int>(n) / grid.nx;
    if (owner[n] == nobody && grid.cell(i, j) == Cell::wet)
      file.refuse("nobody owns cell (i={}, j={}), which is wet", i, j);
  }
  return boxes;
}

}  // namespace

void write_partition(const std::string& path, const Grid& grid, const StoredPartition& partition) {
  replace_text(path, as_file(path + ".tmp", grid, partition));
}

std::vector<Box> read_partition(const std::string& path, const Grid& grid,
                                const Communicator& comm) {
  std::vector<Box> boxes;
  together<InputError>(comm, [&] {
    if (comm.rank() == 0) boxes = read_boxes(path, grid, comm.size());
  });
  comm.broadcast(boxes);
  return boxes;
}

}  // namespace seafret
