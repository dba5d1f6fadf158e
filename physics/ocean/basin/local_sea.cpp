// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/basin/local_sea.hpp"

#include <cmath>

namespace seafret {
namespace {

/// Of a box that is held, where only what is to be known is looked at.
WetRuns wet_runs(const Grid& grid, Place place, const Box& held, const Box& known) {
  return {held, [&](int i, int j) { return known.contains(i, j) && grid.wet(place, i, j); }};
}

WetRuns free_runs(const Basin& basin, const std::vector<OpenCell>& open, const Box& held,
                  const Box& known) {
  const std::vector<bool> free = free_cells(basin, open);
  const Box all = intersection(basin.grid.box(), known);
  return {held, [&](int i, int j) { return all.contains(i, j) && free[basin.index(i, j)]; }};
}

}  // namespace

Halo held_round(const Box& owned, int columns) {
  constexpr int line = Field<>::alignment / sizeof(double);
  Halo held = Halo::all(columns);
  held.east += line - 1 - (owned.grown(held).width() + line - 1) % line;
  return held;
}

FieldDescription FaceDepths::description(const Box& owned, int halo) {
  return {.halo = held_round(owned, halo)};
}

FaceDepths::FaceDepths(const Basin& basin, Place place, const Box& owned, int halo,
                       std::pmr::memory_resource* memory)
    : depth(owned, description(owned, halo), memory),
      weight(owned, description(owned, halo), memory) {
  depth.view().fill(0.);
  weight.view().fill(0.);
  const Box box = owned.grown(halo);
  const int dx = place == Place::east_face, dy = 1 - dx;
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i) {
      const bool wet = basin.grid.wet(place, i, j);
      const double h = wet ? 0.5 * (basin.depth_at(i, j) + basin.depth_at(i + dx, j + dy)) : 0;
      depth.view()(i, j) = h;
      const double root = std::sqrt(h > 0 ? h : 1);
      weight.view()(i, j) = h > 0 ? 1 / root : 0;
    }
}

std::size_t LocalSea::bytes_of_fields(const Box& owned, int halo) {
  return 4 * Arena::room_for(FaceDepths::description(owned, halo), owned);
}

LocalSea::LocalSea(const Basin& basin, SeaMetrics rows, const std::vector<OpenCell>& open,
                   const Box& owned, int halo)
    : metrics(std::move(rows)),
      arena(bytes_of_fields(owned, halo)),
      east(basin, Place::east_face, owned, halo, &arena),
      north(basin, Place::north_face, owned, halo, &arena),
      free_cells(free_runs(basin, open, held(), owned.grown(halo))),
      wet_cells(wet_runs(basin.grid, Place::centre, held(), owned.grown(halo))),
      east_faces(wet_runs(basin.grid, Place::east_face, held(), owned.grown(halo))),
      north_faces(wet_runs(basin.grid, Place::north_face, held(), owned.grown(halo))) {}

}  // namespace seafret
