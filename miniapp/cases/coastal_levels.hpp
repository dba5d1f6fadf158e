// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "miniapp/cases/case.hpp"
#include "physics/ocean/analysis/flow_extremes.hpp"
#include "physics/ocean/shelf/shelf_sea.hpp"

namespace seafret {

/// The levels of a shelf sea, by their numbers: near 0 at the surface, near -1 at the bottom; with
/// all that CF needs to know their heights.
Axis level_axis(const ShelfSea& sea);
/// Of the sea at rest, where it is held.
OutputField depth_field(const Basin& basin);

/// Of the wet cells, at rest, m.
double least_depth(const Basin& basin);

/// The largest component of the velocity in any level, m/s, as in FlowExtremes.  Collective.
Extreme fastest_current(const ShelfSea& sea, const Domain& domain);

/// How near this rank's water comes to leaving a cell faster than its tracers bear.
inline Courant courant_of_levels(const ShelfSea& sea) {
  const Outflow out = sea.largest_outflow();
  return {out.share, Outflow::most, out.i, out.j, out.k, "of water that leaves a level "};
}

/// Velocities and tracers.
std::vector<OutputField> level_fields(const ShelfSea& sea);

}  // namespace seafret
