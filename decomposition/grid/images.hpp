// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/grid/grid.hpp"

namespace seafret {

/// How often a periodic axis of n cells must be repeated before a halo of this width is covered.
inline int images(int width, int n, bool periodic) { return periodic ? (width + n - 1) / n : 0; }

/// Calls visit(dx, dy) for every shift of the grid that can bring a column into the halo of a box.
template <class Visit>
void for_each_image(const Grid& g, const Halo& h, Visit visit) {
  for (int sy = -images(h.south, g.ny, g.periodic_y); sy <= images(h.north, g.ny, g.periodic_y);
       ++sy)
    for (int sx = -images(h.west, g.nx, g.periodic_x); sx <= images(h.east, g.nx, g.periodic_x);
         ++sx)
      visit(sx * g.nx, sy * g.ny);
}

}  // namespace seafret
