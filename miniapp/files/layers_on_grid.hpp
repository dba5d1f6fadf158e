// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "decomposition/grid/grid.hpp"
#include "miniapp/files/hdf5_input.hpp"

namespace seafret {

/// Values of a dataset at points of an axis (times, depths): one for the whole sea, or one for each
/// cell, in layers of rows (from the south) of columns of the grid.
struct LayersOnGrid {
  const Hdf5Input& file;
  const Grid& grid;
  const std::vector<double>& axis;
  std::string unit;  ///< of the axis

  bool of_each_cell(const std::string& name) const { return file.dimensions_of(name) != 1; }
  /// As the file has them.  Throws InputError where there are more or fewer, or one that counts
  /// (not that of a cell without water) is not from `low` to `high`.
  std::vector<double> read(const std::string& name, bool of_each_cell, double low,
                           double high) const;
};

}  // namespace seafret
