// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "decomposition/base/names.hpp"
#include "decomposition/grid/grid.hpp"

namespace seafret {

/// Which columns of a halo are fetched where some are dry (Pickles, section 3).  Without a mask all
/// four are the same.  A column is wet where its cell is: on no place of a dry cell is there water.
enum class HaloPoints {
  all,      ///< whole rectangles
  clipped,  ///< rectangles without the lines at their edges that are all dry
  masked,   ///< the wet columns of whole rectangles, found in the mask at every swap
  wet       ///< the wet columns, as several rectangles of these alone
};

template <>
inline const NameTable<HaloPoints>& names_of() {
  static const NameTable<HaloPoints> all{{"all", HaloPoints::all},
                                         {"clipped", HaloPoints::clipped},
                                         {"masked", HaloPoints::masked},
                                         {"wet", HaloPoints::wet}};
  return all;
}

/// The boxes to which a box of cells of the grid comes down; none where all of it is dry.
std::vector<Box> boxes_of(const Grid& grid, const Box& box, HaloPoints points);

/// Calls visit(run) for every longest run of wet cells in a row of the box, row by row.  The grid
/// must have a mask, and the box lie within it.
template <class Visit>
void for_each_wet_run(const Grid& grid, const Box& box, Visit visit) {
  for (int j = box.y0; j < box.y1; ++j) {
    const Cell* const row = grid.cells.data() + std::ptrdiff_t{j} * grid.nx;
    for (int i = box.x0; i < box.x1; ++i) {
      const int begin = i;
      while (i < box.x1 && row[i] == Cell::wet) ++i;
      if (begin < i) visit(Box{begin, i, j, j + 1});
    }
  }
}

}  // namespace seafret
