// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/basin/local_sea.hpp"

#include <cmath>

namespace seafret {
namespace {

WetRuns wet_runs(const Grid& grid, Place place, const Box& box) {
  return {box, [&](int i, int j) { return grid.wet(place, i, j); }};
}

WetRuns free_runs(const Basin& basin, const std::vector<OpenCell>& open, const Box& box) {
  const std::vector<bool> free = free_cells(basin, open);
  const Box all = basin.grid.box();
  return {box, [&](int i, int j) { return all.contains(i, j) && free[basin.index(i, j)]; }};
}

}  // namespace

FieldDescription FaceDepths::description(int halo) { return {.halo = Halo::all(halo)}; }

FaceDepths::FaceDepths(const Basin& basin, Place place, const Box& owned, int halo,
                       std::pmr::memory_resource* memory)
    : depth(owned, description(halo), memory), weight(owned, description(halo), memory) {
  const Box box = depth.view().box;
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
  return 4 * Arena::room_for(FaceDepths::description(halo), owned);
}

LocalSea::LocalSea(const Basin& basin, SeaMetrics rows, const std::vector<OpenCell>& open,
                   const Box& owned, int halo)
    : metrics(std::move(rows)),
      arena(bytes_of_fields(owned, halo)),
      east(basin, Place::east_face, owned, halo, &arena),
      north(basin, Place::north_face, owned, halo, &arena),
      free_cells(free_runs(basin, open, owned.grown(halo))),
      wet_cells(wet_runs(basin.grid, Place::centre, owned.grown(halo))),
      east_faces(wet_runs(basin.grid, Place::east_face, owned.grown(halo))),
      north_faces(wet_runs(basin.grid, Place::north_face, owned.grown(halo))) {}

}  // namespace seafret
