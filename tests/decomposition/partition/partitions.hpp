// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "decomposition/grid/grid.hpp"

namespace seafret {

/// How many boxes hold each cell of the grid, row by row.
inline std::vector<int> owners_of_each_cell(const Grid& grid, const std::vector<Box>& boxes) {
  std::vector<int> owners(static_cast<std::size_t>(grid.box().area()));
  for (const Box& b : boxes)
    for (int j = b.y0; j < b.y1; ++j)
      for (int i = b.x0; i < b.x1; ++i) ++owners.at(static_cast<std::size_t>(j * grid.nx + i));
  return owners;
}

/// Wet cells that not exactly one box holds, and any cell that more than one holds.
inline int cells_not_owned_once(const Grid& grid, const std::vector<Box>& boxes) {
  const std::vector<int> owners = owners_of_each_cell(grid, boxes);
  int wrong = 0;
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i) {
      const int n = owners[static_cast<std::size_t>(j * grid.nx + i)];
      wrong += n > 1 || (n == 0 && grid.cell(i, j) == Cell::wet);
    }
  return wrong;
}

}  // namespace seafret
