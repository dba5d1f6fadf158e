// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partitioners/k_section.hpp"

#include <algorithm>
#include <span>

namespace seafret {
namespace {

/// Where the j-th of `parts` cuts of a box goes: the line below which the wet count is nearest to
/// j/parts of the whole; on a tie the later one.
int cut_line(const WetCount& wet, const Box& box, bool along_x, int j, int parts) {
  const std::int64_t target = wet(box) * j;
  const auto below = [&](int line) {
    return parts *
           (along_x ? wet({box.x0, line, box.y0, box.y1}) : wet({box.x0, box.x1, box.y0, line}));
  };
  int low = along_x ? box.x0 : box.y0, high = along_x ? box.x1 : box.y1;
  while (high - low > 1) {  // below(low) <= target < below(high), as far as that can be had
    const int middle = low + (high - low) / 2;
    (below(middle) <= target ? low : high) = middle;
  }
  return target - below(low) < below(high) - target ? low : high;
}

void divide(const WetCount& wet, const Box& box, std::span<const Cut> cuts,
            std::vector<Box>& boxes) {
  if (cuts.empty()) return boxes.push_back(wet.trimmed(box));
  const auto [parts, along_x] = cuts.front();
  Box rest = box;
  for (int j = 1; j <= parts; ++j) {
    Box part = rest;
    if (j < parts) {
      const int line = cut_line(wet, box, along_x, j, parts);
      (along_x ? part.x1 : part.y1) = (along_x ? rest.x0 : rest.y0) = line;
    }
    divide(wet, part, cuts.subspan(1), boxes);
  }
}

}  // namespace

std::vector<Box> k_section(const Grid& grid, const std::vector<Cut>& cuts) {
  const WetCount wet(grid);
  std::vector<Box> boxes;
  divide(wet, grid.box(), cuts, boxes);
  for (std::size_t r = 0; r < boxes.size(); ++r)
    if (boxes[r].empty())
      throw InputError("k_section: of " + std::to_string(boxes.size()) + " ranks, rank " +
                       std::to_string(r) + " would own no wet column of this grid of " +
                       std::to_string(wet(grid.box())) + "; use fewer ranks");
  return boxes;
}

}  // namespace seafret
