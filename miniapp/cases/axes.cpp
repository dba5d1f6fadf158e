// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/axes.hpp"

namespace seafret {
namespace {

/// The values of an axis: n points from `first` on.
std::vector<double> evenly(int n, double first, double step) {
  std::vector<double> values(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = first + static_cast<double>(i) * step;
  return values;
}

}  // namespace

Axes axes_over(const Grid& g, const VerticalGrid& levels) {
  const std::string x = "projection_x_coordinate", y = "projection_y_coordinate";
  Axes axes{.x = {"x", "m", x, "distance along x", evenly(g.nx, 0.5 * g.dx, g.dx)},
            .x_face = {"x_face", "m", x, "x of the east faces", evenly(g.nx, g.dx, g.dx)},
            .y = {"y", "m", y, "distance along y", evenly(g.ny, 0.5 * g.dy, g.dy)},
            .y_face = {"y_face", "m", y, "y of the north faces", evenly(g.ny, g.dy, g.dy)},
            .z = {"z", "m", "height", "height of the level centres", levels.z},
            .z_half = {"z_half", "m", "height", "height of the top faces", levels.z_half}};
  if (levels.levels() == 1) axes.z = axes.z_half = {};
  return axes;
}

}  // namespace seafret
