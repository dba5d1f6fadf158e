// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/vertical_grid.hpp"

namespace seafret {

/// The grid as the operators of an atmosphere see it: levels, and uniform spacing on the
/// horizontal.
struct Mesh {
  const VerticalGrid& levels;
  double dx = 1, dy = 1;  ///< m
};

}  // namespace seafret
