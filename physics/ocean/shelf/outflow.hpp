// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/ocean/basin/wet_runs.hpp"
#include "physics/ocean/shelf/volumes.hpp"

namespace seafret {

/// How much of itself a cell of a level loses through its sides within a step: a Courant number
/// that counts the currents out of it alone.
struct Outflow {
  /// So much of it may leave a volume, and no new extreme comes about (FluxSweep).
  static constexpr double most = 0.5;

  double share = 0;
  int i = 0, j = 0, k = 0;
};

/// The largest in these wet columns, of equal ones the first. What goes up and down does not count,
/// nor how thick levels are: beside thin water and over steep bottoms several times what a level
/// holds goes round in a column, which vertical mixing bears. Thin columns, whose levels all move
/// alike, never give more than half of their water.
Outflow largest_outflow(const Current& current, const WetRuns& wet, const Box& where);

}  // namespace seafret
