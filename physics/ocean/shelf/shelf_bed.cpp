// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/shelf_bed.hpp"

#include <algorithm>

#include "physics/ocean/shelf/volumes.hpp"

namespace seafret {
namespace {

/// `free` as free_cells() has it.
Field<std::uint8_t> wet_points(const Basin& basin, const std::vector<bool>& free, Place place,
                               const Box& owned) {
  const auto open = [&](int i, int j) { return basin.wet(i, j) && !free[basin.index(i, j)]; };
  const int di = place == Place::east_face, dj = place == Place::north_face;
  Field<std::uint8_t> field(owned, shelf_halo, 1);
  const FieldView<std::uint8_t> points = field.view();
  for (int j = points.box.y0; j < points.box.y1; ++j)
    for (int i = points.box.x0; i < points.box.x1; ++i)
      points(i, j) = !basin.grid.wet(place, i, j)         ? dry_point
                     : open(i, j) || open(i + di, j + dj) ? open_point
                                                          : wet_point;
  return field;
}

}  // namespace

ShelfBed::ShelfBed(const ShelfSetup& setup, const Box& owned)
    : ShelfBed(setup, owned, free_cells(setup.basin, setup.open)) {}

ShelfBed::ShelfBed(const ShelfSetup& setup, const Box& owned, const std::vector<bool>& free)
    : levels_(setup.settings.levels),
      depth_(owned, shelf_halo, 1),
      evenness_(owned, shelf_halo, 1),
      cells_(wet_points(setup.basin, free, Place::centre, owned)),
      east_(wet_points(setup.basin, free, Place::east_face, owned)),
      north_(wet_points(setup.basin, free, Place::north_face, owned)) {
  const Basin& basin = setup.basin;
  const Box& box = depth_.view().box;
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i) {
      depth_.view()(i, j) = basin.depth_at(i, j);
      evenness_.view()(i, j) = levels_.evenness(std::max(0., basin.depth_at(i, j)));
    }
}

std::size_t ShelfBed::bytes(const Box& owned) {
  const auto columns = static_cast<std::size_t>(owned.grown(shelf_halo).area());
  return columns * (2 * sizeof(double) + 3);
}

FieldView<const std::uint8_t> ShelfBed::wet(Place place) const {
  if (place == Place::east_face) return east_.view();
  return place == Place::north_face ? north_.view() : cells_.view();
}

}  // namespace seafret
