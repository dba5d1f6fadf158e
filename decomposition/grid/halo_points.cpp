// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/grid/halo_points.hpp"

#include <algorithm>

namespace seafret {
namespace {

/// Runs of wet cells, equal ones of successive rows together: few boxes, as most halos are one cell
/// wide or one row high.
std::vector<Box> wet_boxes(const Grid& grid, const Box& box) {
  std::vector<Box> boxes;
  for_each_wet_run(grid, box, [&](const Box& run) {
    const auto below = std::find_if(boxes.rbegin(), boxes.rend(), [&](const Box& b) {
      return b.y1 == run.y0 && b.x0 == run.x0 && b.x1 == run.x1;
    });
    if (below == boxes.rend())
      boxes.push_back(run);
    else
      below->y1 = run.y1;
  });
  return boxes;
}

}  // namespace

std::vector<Box> boxes_of(const Grid& grid, const Box& box, HaloPoints points) {
  if (points == HaloPoints::all || !grid.masked()) return {box};
  if (points == HaloPoints::wet) return wet_boxes(grid, box);
  Box sea;  // the smallest with the same wet cells
  for_each_wet_run(grid, box, [&](const Box& run) { sea = hull(sea, run); });
  if (sea.empty()) return {};
  return {points == HaloPoints::clipped ? sea : box};
}

}  // namespace seafret
