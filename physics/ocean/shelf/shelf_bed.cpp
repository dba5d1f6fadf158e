// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/shelf_bed.hpp"

namespace seafret {
namespace {

Field<std::uint8_t> wet_points(const Grid& grid, Place place, const Box& owned) {
  Field<std::uint8_t> field(owned, shelf_halo, 1);
  const FieldView<std::uint8_t> wet = field.view();
  for (int j = wet.box.y0; j < wet.box.y1; ++j)
    for (int i = wet.box.x0; i < wet.box.x1; ++i) wet(i, j) = grid.wet(place, i, j) ? 1 : 0;
  return field;
}

}  // namespace

ShelfBed::ShelfBed(const Basin& basin, const SeaLevelOptions& options, const Box& owned)
    : levels_(options),
      depth_(owned, shelf_halo, 1),
      evenness_(owned, shelf_halo, 1),
      cells_(wet_points(basin.grid, Place::centre, owned)),
      east_(wet_points(basin.grid, Place::east_face, owned)),
      north_(wet_points(basin.grid, Place::north_face, owned)) {
  const Box& box = depth_.view().box;
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i) {
      depth_.view()(i, j) = basin.depth_at(i, j);
      evenness_.view()(i, j) = levels_.evenness(basin.depth_at(i, j));
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
