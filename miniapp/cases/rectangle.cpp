// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/rectangle.hpp"

#include <fmt/format.h>

#include <cmath>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/memory.hpp"
#include "miniapp/cases/rounded_down.hpp"
#include "miniapp/cases/sea_step.hpp"

namespace seafret {
namespace {

std::vector<double> places(int count, double spacing, double first) {
  std::vector<double> all;
  for (int n = 0; n < count; ++n) all.push_back((n + first) * spacing);
  return all;
}

}  // namespace

Basin Rectangle::basin(const std::function<double(double x, double y)>& depth,
                       const Communicator& comm) const {
  const auto [nx, ny] = points;
  const double columns = static_cast<double>(nx) * ny * comm.size();
  if (const auto why = beyond_memory("mask and depth on each rank take",
                                     columns * (sizeof(Cell) + sizeof(double)), comm))
    throw KeyError("grid.points", "is too much: " + *why);
  Basin basin;
  basin.grid = {.nx = nx,
                .ny = ny,
                .nz = 1,
                .dx = spacing[0],
                .dy = spacing[1],
                .periodic_x = false,
                .periodic_y = false};
  basin.grid.cells.assign(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny), Cell::wet);
  basin.longitude = places(nx, spacing[0], 0.5);
  basin.latitude = places(ny, spacing[1], 0.5);
  for (const double north : basin.latitude)
    for (const double east : basin.longitude) basin.depth.push_back(depth(east, north));
  return basin;
}

void describe(Keys& keys, Rectangle& rectangle) {
  keys.value("points", rectangle.points, "columns in x and y", {.low = 1, .high = 1e6});
  keys.value("spacing", rectangle.spacing, "distance of the columns in x and y",
             {.unit = "m", .low = 1e-6, .high = 1e7});
}

void insist_on_halves(const Rectangle& rectangle) {
  const auto [nx, ny] = rectangle.points;
  if (nx % 2 == 0) return;
  throw KeyError("grid.points",
                 fmt::format("are {}x{}: along x there must be an even number, as what differs in "
                             "west and east meets between two columns",
                             nx, ny));
}

void insist_on_waves(double longest_step) {
  if (!std::isfinite(longest_step))
    throw KeyError("grid.points",
                   "leaves no room for a wave, so that nothing says how long a step may be; use "
                   "more, or set time.dt");
}

void insist_on_water(const Rectangle& rectangle, double dry_depth,
                     const std::function<double(double x, double y)>& water) {
  if (dry_depth > 0) return;
  const auto [nx, ny] = rectangle.points;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      if (!(water(rectangle.x(i + 0.5), rectangle.y(j + 0.5)) > 0))
        throw KeyError("sea.height",
                       fmt::format("leaves no water in cell (i={}, j={}) at first; sea.dry_depth "
                                   "lets cells fall dry",
                                   i, j));
}

InputError too_long(double asked, double depth, double viscosity, double most) {
  return InputError(
      fmt::format("{:g} s is too long for the {} of this sea, {:g} m deep; at most "
                  "{:.4g} s can be stable",
                  asked, what_bounds_a_step(viscosity), depth, rounded_down(most, 4)));
}

Axes Rectangle::axes() const {
  const auto [nx, ny] = points;
  const auto [dx, dy] = spacing;
  const std::string along_x = "projection_x_coordinate", along_y = "projection_y_coordinate";
  return {.x = {"x", "m", along_x, "distance along x", places(nx, dx, 0.5)},
          .x_face = {"x_face", "m", along_x, "x of the east faces", places(nx, dx, 1)},
          .y = {"y", "m", along_y, "distance along y", places(ny, dy, 0.5)},
          .y_face = {"y_face", "m", along_y, "y of the north faces", places(ny, dy, 1)},
          .z = {},
          .z_half = {}};
}

}  // namespace seafret
