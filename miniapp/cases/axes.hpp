// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/case.hpp"
#include "physics/vertical_grid.hpp"

namespace seafret {

/// The axes of an atmosphere on a C grid; without those of the vertical where it has one level.
Axes axes_over(const Grid& grid, const VerticalGrid& levels);

}  // namespace seafret
