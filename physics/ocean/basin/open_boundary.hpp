// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <complex>
#include <span>
#include <vector>

#include "decomposition/base/names.hpp"
#include "physics/ocean/basin/basin.hpp"

namespace seafret {

/// What holds at an open cell: its surface is prescribed, or what flows in is (FlatherBoundary).
enum class BoundaryKind { clamped, flather };

template <>
inline const NameTable<BoundaryKind> names_of<BoundaryKind>{{"clamped", BoundaryKind::clamped},
                                                            {"flather", BoundaryKind::flather}};

/// Where a basin is open, and in which order its open cells stand.
struct BoundaryRules {
  /// Longitude and latitude of a place within: open cells are ordered clockwise about it, from due
  /// east.
  std::array<double, 2> centre = {0, 0};
  /// Nothing is open east of this longitude and, at the same time, north of this latitude.
  std::array<double, 2> closed = {360, 90};
  BoundaryKind kind = BoundaryKind::clamped;
};

/// A cell that is open. `arc` is the length of the open boundary up to it, from 0 at
/// the first cell to 1 at the last.
struct OpenCell {
  int i = 0, j = 0;
  double arc = 0;
};

/// All wet cells next to an outside one (beyond the edge of the grid all is outside), in order.
std::vector<OpenCell> open_cells(const Basin& basin, const BoundaryRules& rules);

/// Which cells have a surface of their own: wet and not in the list, which must be of cells that
/// are held. Indexed like the basin's cells.
std::vector<bool> free_cells(const Basin& basin, std::span<const OpenCell> open);

/// Linear between knots that stand at equal distances from 0 to 1; at least one knot.
std::complex<double> between_knots(std::span<const std::complex<double>> knots, double arc);

}  // namespace seafret
