// SPDX-License-Identifier: BSD-3-Clause
// x for y and y for x: for arrays whose rows run along y.
#pragma once
#include <vector>

#include "decomposition/grid/grid.hpp"

namespace seafret {

inline Box turned(const Box& b) { return {b.y0, b.y1, b.x0, b.x1}; }
inline Halo turned(const Halo& h) { return {h.south, h.north, h.west, h.east, h.corners}; }

inline std::vector<Box> turned(std::vector<Box> boxes) {
  for (Box& box : boxes) box = turned(box);
  return boxes;
}

inline Grid turned(const Grid& g) {
  Grid t{.nx = g.ny,
         .ny = g.nx,
         .nz = g.nz,
         .dx = g.dy,
         .dy = g.dx,
         .periodic_x = g.periodic_y,
         .periodic_y = g.periodic_x};
  if (g.part) t.part = turned(*g.part);
  if (g.cells.empty()) return t;
  const Box held = g.held();
  for (int i = held.x0; i < held.x1; ++i)
    for (int j = held.y0; j < held.y1; ++j) t.cells.push_back(g.cell(i, j));
  return t;
}

}  // namespace seafret
