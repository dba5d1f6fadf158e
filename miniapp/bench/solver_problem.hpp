// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <vector>

#include "physics/atmosphere/first_state.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "physics/columns.hpp"

namespace seafret {

/// The levels of a stratus as in MONC's test case: knots of 100 levels, brought to as many as asked
/// for; too few for that are all alike, as are those whose thickness is given.
inline VerticalGrid stratus_grid(int count, double thickness) {
  constexpr double top = 1600;
  constexpr int fewest = 20;
  if (thickness > 0) return stretched_grid(count, count * thickness, {});
  std::vector<Knot> knots{{15, 300}, {25, 400}, {65, 600}, {77, 700}, {88, 1000}};
  for (Knot& knot : knots) knot.face = static_cast<int>(std::lround(0.01 * knot.face * count));
  if (count < fewest) knots.clear();
  return stretched_grid(count, top, knots);
}

/// The divergence of white noise, the same whoever owns it: the worst source there is.
inline void fill_source(const Grid& grid, const VerticalGrid& vertical, const Box& owned,
                        FieldView<double> source) {
  for_each_column(owned, [&](int i, int j) {
    const int west = wrapped(i - 1, grid.nx), south = wrapped(j - 1, grid.ny);
    const int lid = source.levels - 1;
    double below = 0;
    for (int k = 0; k <= lid; ++k) {
      const double above = k < lid ? noise(3, i, j, k) : 0;
      source(i, j, k) = (noise(1, i, j, k) - noise(1, west, j, k)) / grid.dx +
                        (noise(2, i, j, k) - noise(2, i, south, k)) / grid.dy +
                        (above - below) / vertical.dz[static_cast<std::size_t>(k)];
      below = above;
    }
  });
}

}  // namespace seafret
