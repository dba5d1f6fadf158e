// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <vector>

#include "physics/atmosphere/stretched_grid.hpp"

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

}  // namespace seafret
