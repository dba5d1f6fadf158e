// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/forcing/flather_boundary.hpp"

#include <algorithm>
#include <cmath>

#include "physics/ocean/constants.hpp"

namespace seafret {
namespace {

/// m, of the faces between an open cell and what is outside.
double outer_faces(const Basin& basin, const SeaMetrics& metrics, int i, int j) {
  const auto outside = [&](int x, int y) { return basin.cell(x, y) == Cell::outside; };
  const auto row = static_cast<std::size_t>(j);
  const double north = metrics.dx_north[row];
  const double south = j > 0 ? metrics.dx_north[row - 1] : 2 * metrics.dx[row] - north;
  return (outside(i - 1, j) ? metrics.dy : 0) + (outside(i + 1, j) ? metrics.dy : 0) +
         (outside(i, j - 1) ? south : 0) + (outside(i, j + 1) ? north : 0);
}

/// Of q_tide + c eta_tide.  Land at rest, where c is 0, is a coast: what came in could never leave.
std::complex<double> incoming(const TidalForcing& forcing, double arc, double speed) {
  const std::complex<double> by_height = speed * between_knots(forcing.elevation, arc);
  return by_height + (forcing.transport.empty() || speed == 0
                          ? by_height
                          : between_knots(forcing.transport, arc));
}

}  // namespace

FlatherBoundary::FlatherBoundary(const Basin& basin, const SeaMetrics& metrics,
                                 std::span<const OpenCell> cells,
                                 std::span<const TidalForcing> forcings, const Box& box,
                                 double level, double dry_depth)
    : level_(level), dry_depth_(dry_depth) {
  for (const TidalForcing& forcing : forcings) constituents_.push_back(forcing.constituent);
  std::vector<OpenCell> near;
  std::ranges::copy_if(cells, std::back_inserter(near),
                       [&](const OpenCell& c) { return box.contains(c.i, c.j); });
  std::ranges::stable_sort(near, {}, &OpenCell::j);
  for (const OpenCell& c : near) {
    const double depth = basin.depth_at(c.i, c.j);
    const double speed = std::sqrt(gravity * std::max(0., depth + level));
    const double length = outer_faces(basin, metrics, c.i, c.j);
    Cell& cell = cells_.emplace_back(Cell{depth, speed, length / metrics.area(c.j), length, {}});
    for (const TidalForcing& forcing : forcings)
      cell.constants.push_back(incoming(forcing, c.arc, speed));
    inflow_.push_back({c.i, c.j, 0});
  }
}

void FlatherBoundary::let_in(const Box& where, double time, double dt,
                             FieldView<const double> eta_old, FieldView<double> eta) {
  auto at = std::ranges::lower_bound(inflow_, where.y0, {}, &Inflow::j);
  if (at == inflow_.end() || at->j >= where.y1) return;
  const TidalMoment middle(constituents_, time + 0.5 * dt);  // takes longer than a row of cells
  for (; at != inflow_.end() && at->j < where.y1; ++at) {
    if (!where.contains(at->i, at->j)) continue;
    const Cell& cell = cells_[static_cast<std::size_t>(at - inflow_.begin())];
    double& height = eta(at->i, at->j);
    const double mean = 0.5 * (eta_old(at->i, at->j) + height);  // with nothing coming in
    const double rise = dt * cell.perimeter;                     // for each m2/s
    double q = (middle.height(cell.constants) - cell.speed * (mean - level_)) /
               (1 + 0.5 * cell.speed * rise);
    if (dry_depth_ > 0)
      q = std::max(q, -std::max(0., cell.depth + height - 0.5 * dry_depth_) / rise);
    height += rise * q;
    at->rate += cell.length * q;
  }
}

void FlatherBoundary::forget() {
  for (Inflow& inflow : inflow_) inflow.rate = 0;
}

}  // namespace seafret
