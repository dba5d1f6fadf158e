// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>
#include <vector>

#include "decomposition/grid/grid.hpp"

namespace seafret {

/// The levels of an atmosphere (Lorenz staggering) and its reference density.  Level k = 0 is the
/// lowest; half level k is the top face of level k, so the ground is not stored and the lid is
/// half level nz - 1, where w is always zero.
struct VerticalGrid {
  std::vector<double> z;        ///< height of the centres, m
  std::vector<double> z_half;   ///< height of the top faces, m
  std::vector<double> dz;       ///< thickness of the levels, m
  std::vector<double> dz_half;  ///< distance from centre k to centre k + 1, m; the last is not used
  std::vector<double> rho;      ///< reference density at the centres, kg m-3
  std::vector<double> rho_half;  ///< the same at the top faces

  int levels() const { return static_cast<int>(z.size()); }
};

/// The grid as the operators of an atmosphere see it: levels, and uniform spacing on the
/// horizontal.
struct Mesh {
  const VerticalGrid& levels;
  double dx = 1, dy = 1;  ///< m
};

/// A slice of one column has no neighbour across it but itself: its width is as good as infinite.
/// A single column keeps its sides, or its pressure would have no equation.
inline Mesh mesh_of(const VerticalGrid& levels, const Grid& grid) {
  constexpr double far = std::numeric_limits<double>::infinity();
  return {levels, grid.nx == 1 && grid.ny > 1 ? far : grid.dx,
          grid.ny == 1 && grid.nx > 1 ? far : grid.dy};
}

}  // namespace seafret
