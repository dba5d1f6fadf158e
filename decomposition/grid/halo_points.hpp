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
inline const NameTable<HaloPoints> names_of<HaloPoints>{{"all", HaloPoints::all},
                                                        {"clipped", HaloPoints::clipped},
                                                        {"masked", HaloPoints::masked},
                                                        {"wet", HaloPoints::wet}};

/// The boxes to which a box of cells of the grid comes down; none where all of it is dry.
std::vector<Box> boxes_of(const Grid& grid, const Box& box, HaloPoints points);

}  // namespace seafret
