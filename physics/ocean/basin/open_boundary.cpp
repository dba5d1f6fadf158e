// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/basin/open_boundary.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace seafret {
namespace {

bool is_open(const Basin& basin, const BoundaryRules& rules, int i, int j) {
  const bool closed = basin.longitude[static_cast<std::size_t>(i)] > rules.closed[0] &&
                      basin.latitude[static_cast<std::size_t>(j)] > rules.closed[1];
  return basin.wet(i, j) && !closed && basin.beside_outside(i, j);
}

}  // namespace

std::vector<OpenCell> open_cells(const Basin& basin, const BoundaryRules& rules) {
  std::vector<OpenCell> cells;
  for (int j = 0; j < basin.grid.ny; ++j)
    for (int i = 0; i < basin.grid.nx; ++i)
      if (is_open(basin, rules, i, j)) cells.push_back({i, j, 0.0});

  const double shrink = std::cos(rules.centre[1] * std::numbers::pi / 180);
  // As seen from the centre, in degrees of latitude: the real part to the east.
  const auto offset = [&](const OpenCell& c) -> std::complex<double> {
    return {(basin.longitude[static_cast<std::size_t>(c.i)] - rules.centre[0]) * shrink,
            basin.latitude[static_cast<std::size_t>(c.j)] - rules.centre[1]};
  };
  const auto angle = [&](const OpenCell& c) {
    return std::atan2(offset(c).imag(), -offset(c).real());
  };
  std::stable_sort(cells.begin(), cells.end(),
                   [&](const OpenCell& a, const OpenCell& b) { return angle(a) < angle(b); });

  for (std::size_t n = 1; n < cells.size(); ++n)
    cells[n].arc = cells[n - 1].arc + std::abs(offset(cells[n]) - offset(cells[n - 1]));
  const double length = cells.empty() ? 0 : cells.back().arc;
  if (length > 0)
    for (OpenCell& c : cells) c.arc /= length;
  return cells;
}

std::vector<bool> free_cells(const Basin& basin, std::span<const OpenCell> open) {
  std::vector<bool> free;
  for (const Cell cell : basin.grid.cells) free.push_back(cell == Cell::wet);
  for (const OpenCell& c : open) free[basin.index(c.i, c.j)] = false;
  return free;
}

std::complex<double> between_knots(std::span<const std::complex<double>> knots, double arc) {
  const std::size_t gaps = knots.size() - 1;
  if (gaps == 0) return knots[0];
  const double s = arc * static_cast<double>(gaps);
  const std::size_t k = std::min(static_cast<std::size_t>(s), gaps - 1);
  const double part = s - static_cast<double>(k);
  return (1 - part) * knots[k] + part * knots[k + 1];
}

}  // namespace seafret
