// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/partitioners/k_section.hpp"

namespace seafret {

std::vector<Box> k_section(const Grid& grid, const std::vector<Cut>& cuts) {
  const CellCount wet(grid, Cell::wet);
  std::vector<Box> boxes = divide(wet, grid.box(), equal_sections(cuts));
  trim(wet, boxes);
  for (std::size_t r = 0; r < boxes.size(); ++r)
    if (boxes[r].empty())
      throw InputError("k_section: of " + std::to_string(boxes.size()) + " ranks, rank " +
                       std::to_string(r) + " would own no wet column of this grid of " +
                       std::to_string(wet(grid.box())) +
                       "; use fewer ranks, or a partitioner that searches, such as straits");
  return boxes;
}

}  // namespace seafret
