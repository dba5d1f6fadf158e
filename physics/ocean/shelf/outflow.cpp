// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/outflow.hpp"

#include <algorithm>
#include <array>

#include "physics/columns.hpp"

namespace seafret {
namespace {

/// A side of a column, and which way is out.
struct OutwardSide {
  Stream stream;
  double out;

  double volume(const SeaLevels& levels, int k) const {
    return out * stream.width * stream.water.thickness(levels, k) * stream.speed[k];
  }
};

std::array<OutwardSide, 4> sides_of(const Current& c, int i, int j) {
  const auto row = static_cast<std::size_t>(j),
             south = static_cast<std::size_t>(std::max(j, 1) - 1);
  const double dy = c.metrics.dy * c.dt, dx_north = c.metrics.dx_north[row] * c.dt,
               dx_south = c.metrics.dx_north[south] * c.dt;
  return {{{{c.u.column(i, j), c.water.on_east(i, j), dy}, 1},
           {{c.u.column(i - 1, j), c.water.on_east(i - 1, j), dy}, -1},
           {{c.v.column(i, j), c.water.on_north(i, j), dx_north}, 1},
           {{c.v.column(i, j - 1), c.water.on_north(i, j - 1), dx_south}, -1}}};
}

}  // namespace

Outflow largest_outflow(const Current& current, const OpenWater& outside, const WetRuns& wet,
                        const Box& where) {
  const SeaLevels& levels = current.levels;
  Outflow largest;
  for_each_point(wet, where, [&](int i, int j) {
    const std::array<OutwardSide, 4> sides = sides_of(current, i, j);
    const WaterColumn after = current.water.at(i, j);
    const double area = current.metrics.dx[static_cast<std::size_t>(j)] * current.metrics.dy;
    const auto net = [&](int k) {
      double lost = 0;
      for (const OutwardSide& side : sides) lost += side.volume(levels, k);
      return lost;
    };
    const double lost = sum_of_levels(levels.count(), net);
    const WaterColumn* const open = outside.before(i, j);
    const double counts = current.thin(i, j) ? 0.5 : 1;
    for (int k = 0; k < levels.count(); ++k) {
      const double thickness = after.thickness(levels, k);
      double before = thickness * (area + lost / after.height), out = 0;
      for (const OutwardSide& side : sides) out += std::max(0., side.volume(levels, k));
      if (open != nullptr) {
        before = area * open->thickness(levels, k);
        out += std::max(0., before - (area * thickness + net(k)));
      }
      if (counts * out > largest.share * before) largest = {counts * out / before, i, j, k};
    }
  });
  return largest;
}

}  // namespace seafret
