// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/open_sponge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "physics/columns.hpp"
#include "physics/ocean/shelf/current_push.hpp"

namespace seafret {
namespace {

/// Faces are asked for the cells on both sides of them, one column to the west of the box too.
constexpr Halo beyond_sponge{.west = 1, .east = 1, .north = 1};

std::int64_t owned_cells(std::span<const SpongeCell> cells, const Box& owned) {
  return std::ranges::count_if(cells,
                               [&](const SpongeCell& c) { return owned.contains(c.i, c.j); });
}

}  // namespace

std::vector<SpongeCell> sponge_cells(const Grid& grid, std::span<const OpenCell> open, int width) {
  std::vector<SpongeCell> cells;
  if (width == 0) return cells;
  std::vector<bool> seen(grid.cells.size(), false);
  const auto come_to = [&](int i, int j, int steps) {
    if (grid.cell(i, j) != Cell::wet || seen[grid.index(i, j)]) return;
    seen[grid.index(i, j)] = true;
    cells.push_back({i, j, steps});
  };
  for (const OpenCell& c : open) come_to(c.i, c.j, 0);
  for (std::size_t n = 0; n < cells.size() && cells[n].steps + 1 < width; ++n) {
    const auto [i, j, steps] = cells[n];
    for (const auto& [x, y] :
         {std::array{i - 1, j}, std::array{i + 1, j}, std::array{i, j - 1}, std::array{i, j + 1}})
      come_to(x, y, steps + 1);
  }
  return cells;
}

OpenSponge::OpenSponge(const Grid& grid, std::span<const SpongeCell> cells,
                       const SpongeOptions& options, const SeaLevels& levels, int tracers,
                       const Box& owned)
    : levels_(levels),
      given_(Box{0, static_cast<int>(owned_cells(cells, owned)), 0, tracers}, Halo{},
             levels.count()),
      gained_(static_cast<std::size_t>(owned_cells(cells, owned) * tracers), 0.),
      tracers_(tracers) {
  if (cells.empty()) return;
  Field<> rates(owned, beyond_sponge, 1);
  const FieldView<double> rate = rates.view();
  rate.fill(0.);
  for (const SpongeCell& c : cells) {
    if (!rate.box.contains(c.i, c.j)) continue;
    const double still = std::cos(0.5 * std::numbers::pi * c.steps / options.width);
    rate(c.i, c.j) = still * still / options.time;
  }
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0 - FaceFriction::halo.west; i < owned.x1; ++i) {
      const double here = rate(i, j), east = rate(i + 1, j), north = rate(i, j + 1);
      if (here + east > 0 && grid.wet(Place::east_face, i, j))
        east_.push_back({i, j, 0.5 * (here + east)});
      if (i < owned.x0) continue;
      if (here > 0) cells_.push_back({i, j, here});
      if (here + north > 0 && grid.wet(Place::north_face, i, j))
        north_.push_back({i, j, 0.5 * (here + north)});
    }
}

std::size_t OpenSponge::bytes(std::span<const SpongeCell> cells, int levels, int tracers,
                              const Box& owned) {
  const auto count = static_cast<std::size_t>(owned_cells(cells, owned));
  return count *
         (static_cast<std::size_t>((levels + 1) * tracers) * sizeof(double) + 3 * sizeof(Point));
}

void OpenSponge::take(std::span<const FieldView<double>> tracers) {
  for (std::size_t n = 0; n < cells_.size(); ++n)
    for (int f = 0; f < tracers_; ++f)
      std::copy_n(tracers[static_cast<std::size_t>(f)].column(cells_[n].i, cells_[n].j),
                  levels_.count(), given(n, f));
}

void OpenSponge::calm(Place place, const Box& where, const WaterColumns& water, double dt,
                      FieldView<double> velocity) const {
  const std::vector<Point>& faces = place == Place::east_face ? east_ : north_;
  const int levels = levels_.count();
#pragma omp parallel for schedule(static)
  for (const Point& face : faces) {
    const auto [i, j, rate] = face;
    if (!where.contains(i, j)) continue;
    const WaterColumn column =
        place == Place::east_face ? water.on_east(i, j) : water.on_north(i, j);
    double* const u = velocity.column(i, j);
    const double mean =
        sum_of_levels(levels, [&](int k) { return column.thickness(levels_, k) * u[k]; }) /
        column.height;
    const double left = 1 / (1 + dt * rate);
    for (int k = 0; k < levels; ++k) u[k] = mean + left * (u[k] - mean);
  }
}

void OpenSponge::relax(const SeaMetrics& metrics, const WaterColumns& water, double dt,
                       std::span<const FieldView<double>> tracers) {
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < cells_.size(); ++n) {
    const auto [i, j, rate] = cells_[n];
    const WaterColumn column = water.at(i, j);
    const double taken = dt * rate / (1 + dt * rate);
    for (int f = 0; f < tracers_; ++f) {
      double* const q = tracers[static_cast<std::size_t>(f)].column(i, j);
      const double* const right = given(n, f);
      double gained = 0;
      for (int k = 0; k < levels_.count(); ++k) {
        const double more = taken * (right[k] - q[k]);
        q[k] += more;
        gained += column.thickness(levels_, k) * more;
      }
      gained_[static_cast<std::size_t>(f) * cells_.size() + n] += metrics.area(j) * gained;
    }
  }
}

std::span<const double> OpenSponge::gained(int tracer) const {
  return std::span(gained_).subspan(static_cast<std::size_t>(tracer) * cells_.size(),
                                    cells_.size());
}

}  // namespace seafret
