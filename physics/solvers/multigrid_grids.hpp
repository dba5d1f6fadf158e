// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "decomposition/grid/decomposition.hpp"

namespace seafret {

/// How many columns of a grid make one of the next coarser, along x and along y.
struct Coarsening {
  int x = 1, y = 1;

  int columns() const { return x * y; }
  Grid of(Grid finer) const;
  /// The coarse columns whose first fine column lies in a box.
  Box of(const Box& finer) const;
};

/// One of the grids of a multigrid solver.
struct MultigridGrid {
  Decomposition owners;  ///< of its columns; where every rank has all of them, one box
  Coarsening step = {};  ///< from the grid before
  bool whole = false;    ///< every rank has all of it
  /// What each rank finds of it from its own columns of the grid before.
  std::vector<Box> shares = {};

  const Grid& grid() const { return owners.grid(); }
};

/// The grids from the finest on; the last is to be solved exactly.  Which grids there are depends
/// on the finest grid alone; from which one on all ranks have all of them, on its boxes too.
///
/// Both ways of a grid are halved, be one of them down to a single column, until neither is longer
/// than four: halved one way alone, columns would be coupled ever more weakly that way, and that is
/// not what lines along z smooth.  For the same reason only the one way is halved along which
/// columns are narrower by more than half a halving.  A periodic grid with an odd side has no two
/// colours and is the coarsest.
std::vector<MultigridGrid> multigrid_grids(const Decomposition& finest);

}  // namespace seafret
