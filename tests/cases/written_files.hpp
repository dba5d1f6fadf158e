// SPDX-License-Identifier: BSD-3-Clause
// HDF5 files as a user may write them, right and wrong.
#pragma once
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "decomposition/grid/grid.hpp"
#include "miniapp/files/hdf5.hpp"
#include "tests/partition/scratch_file.hpp"

namespace seafret {

struct WrittenDataset {
  std::string name;
  std::vector<hsize_t> extent;
  std::vector<double> values;
};

/// Data sets without values are left out, but for those that should have none.
inline void write_datasets(const std::string& path, const std::vector<WrittenDataset>& datasets) {
  const Hdf5File file = create_file(path);
  for (const WrittenDataset& set : datasets) {
    if (set.values.empty() && product(set.extent) > 0) continue;
    REQUIRE(product(set.extent) == set.values.size());
    write_dataset(file, set.name.c_str(), set.extent, set.values);
  }
}

/// Writes the same file, of which a dataset has an attribute.
template <class Write, class Value>
auto with_attribute(const Write& write, const std::string& dataset, const char* name,
                    const Value& value) {
  return [=](const std::string& path) {
    write(path);
    const Hdf5File file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "open");
    write_attribute(Hdf5Dataset(H5Dopen2(file, dataset.c_str(), H5P_DEFAULT), "open"), name, value);
  };
}
/// Which says that it is in this unit.
template <class Write>
auto in_unit(const Write& write, const std::string& dataset, const std::string& unit) {
  return with_attribute(write, dataset, "units", unit);
}

/// What read(path, comm) gives of a file that write(path) has filled.
template <class Write, class Read>
auto read_back(const Write& write, const Read& read) {
  const Communicator world(MPI_COMM_WORLD);
  silence_hdf5();
  const ScratchFile file(world, "written", write);
  return read(file.path(), world);
}

/// What such a file is refused with, "" where it is not; without its name, which must stand first.
template <class Write, class Read>
std::string refused_file(const Write& write, const Read& read) {
  return read_back(write, [&](const std::string& path, const Communicator& comm) {
    const std::string text = refusal([&] { read(path, comm); });
    if (text.empty()) return text;
    REQUIRE(text.starts_with(path + ": "));
    return text.substr(path.size() + 2);
  });
}

/// Two rows of three columns, of which the last of the second is land.
inline Grid small_grid() {
  Grid grid{.nx = 3, .ny = 2, .nz = 1, .periodic_x = false, .periodic_y = false};
  grid.cells.assign(6, Cell::wet);
  grid.cells[5] = Cell::dry;
  return grid;
}
/// A box of it for each rank, of which several hold some of the same cells.
inline Box needed_of_small_grid(const Communicator& comm) {
  return comm.rank() == 0 ? Box{1, 3, 0, 2} : Box{0, 2, 1, 2};
}

}  // namespace seafret
