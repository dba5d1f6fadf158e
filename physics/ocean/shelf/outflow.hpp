// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/ocean/basin/wet_runs.hpp"
#include "physics/ocean/shelf/open_water.hpp"
#include "physics/ocean/shelf/volumes.hpp"

namespace seafret {

/// How much of its water a cell of a level loses through its sides within a step.
struct Outflow {
  /// So much of it may leave a volume, and no new extreme comes about (FluxSweep).
  static constexpr double most = 0.5;

  double share = 0;
  int i = 0, j = 0, k = 0;
};

/// The largest in these wet columns, of equal ones the first: what the step that ended with this
/// current took out, of what the level held before it. A side is as deep as the mean of its two
/// cells, so over a sill much more goes out than the current's way is long. Out of an open cell
/// goes also what `outside` takes. Of a thin column, which is carried upwind, all may leave: it
/// counts half. What goes up and down does not count: beside thin water and over steep bottoms
/// several times what a level holds goes round in a column, which vertical mixing bears.
Outflow largest_outflow(const Current& current, const OpenWater& outside, const WetRuns& wet,
                        const Box& where);

}  // namespace seafret
