// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "miniapp/cases/case.hpp"
#include "physics/ocean/shelf/shelf_sea.hpp"

namespace seafret {

/// The levels of a shelf sea, by where their middles lie in deep water: 0 at the surface, -1 at the
/// bottom.
Axis level_axis(const ShelfSea& sea);

/// Velocities and tracers.
std::vector<OutputField> level_fields(const ShelfSea& sea);

}  // namespace seafret
