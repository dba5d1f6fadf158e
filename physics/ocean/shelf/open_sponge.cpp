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

template <class SeaCell>
std::int64_t owned_cells(std::span<const SeaCell> cells, const Box& owned) {
  return std::ranges::count_if(cells, [&](const SeaCell& c) { return owned.contains(c.i, c.j); });
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
                       std::span<const OpenCell> open, const SpongeOptions& options,
                       const SeaLevels& levels, int tracers, const Box& owned)
    : levels_(levels),
      rate_of_inflow_(options.inflow_time > 0 ? 1 / options.inflow_time : 0),
      given_(Box{0, static_cast<int>(owned_cells(cells, owned)), 0, tracers}, Halo{},
             levels.count()),
      gained_(static_cast<std::size_t>(owned_cells(cells, owned) * tracers), 0.),
      tracers_(tracers) {
  if (cells.empty() && rate_of_inflow_ == 0) return;
  Field<> rates(owned, beyond_sponge, 1), outer(owned, beyond_sponge, 1);
  const FieldView<double> rate = rates.view(), is_open = outer.view();
  rate.fill(0.);
  is_open.fill(0.);
  for (const SpongeCell& c : cells) {
    if (!rate.box.contains(c.i, c.j)) continue;
    const double still = std::cos(0.5 * std::numbers::pi * c.steps / options.width);
    rate(c.i, c.j) = still * still / options.time;
  }
  if (rate_of_inflow_ > 0)
    for (const OpenCell& c : open)
      if (is_open.box.contains(c.i, c.j)) is_open(c.i, c.j) = 1;
  const auto add = [&](std::vector<Face>& faces, Place place, int i, int j, int x, int y) {
    const Face face{i, j, 0.5 * (rate(i, j) + rate(x, y)),
                    static_cast<int>(is_open(i, j) - is_open(x, y))};
    if ((face.rate > 0 || face.inward != 0) && grid.wet(place, i, j)) faces.push_back(face);
  };
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0 - FaceFriction::halo.west; i < owned.x1; ++i) {
      add(east_, Place::east_face, i, j, i + 1, j);
      if (i < owned.x0) continue;
      if (rate(i, j) > 0) cells_.push_back({i, j, rate(i, j)});
      add(north_, Place::north_face, i, j, i, j + 1);
    }
}

std::size_t OpenSponge::bytes(std::span<const SpongeCell> cells, std::span<const OpenCell> open,
                              const SpongeOptions& options, int levels, int tracers,
                              const Box& owned) {
  const auto count = static_cast<std::size_t>(owned_cells(cells, owned));
  const auto beside =
      static_cast<std::size_t>(options.inflow_time > 0 ? 4 * owned_cells(open, owned) : 0);
  return count * (static_cast<std::size_t>((levels + 1) * tracers) * sizeof(double) +
                  sizeof(Point) + 2 * sizeof(Face)) +
         beside * sizeof(Face);
}

void OpenSponge::take(std::span<const FieldView<double>> tracers) {
  for (std::size_t n = 0; n < cells_.size(); ++n)
    for (int f = 0; f < tracers_; ++f)
      std::copy_n(tracers[static_cast<std::size_t>(f)].column(cells_[n].i, cells_[n].j),
                  levels_.count(), given(n, f));
}

void OpenSponge::calm(Place place, const Box& where, const WaterColumns& water, double dt,
                      FieldView<double> velocity) const {
  const std::vector<Face>& faces = place == Place::east_face ? east_ : north_;
  const int levels = levels_.count();
#pragma omp parallel for schedule(static)
  for (const Face& face : faces) {
    if (!where.contains(face.i, face.j)) continue;
    const WaterColumn column =
        place == Place::east_face ? water.on_east(face.i, face.j) : water.on_north(face.i, face.j);
    double* const u = velocity.column(face.i, face.j);
    const auto mean = [&] {
      return sum_of_levels(levels, [&](int k) { return column.thickness(levels_, k) * u[k]; }) /
             column.height;
    };
    const double carried = mean(), kept = 1 / (1 + dt * face.rate),
                 kept_of_inflow = 1 / (1 + dt * (face.rate + rate_of_inflow_));
    for (int k = 0; k < levels; ++k)
      u[k] = carried + (face.inward * u[k] > 0 ? kept_of_inflow : kept) * (u[k] - carried);
    if (face.inward == 0) continue;
    const double more = carried - mean();
    for (int k = 0; k < levels; ++k) u[k] += more;
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
