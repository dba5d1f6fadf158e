// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "physics/ocean/shelf/shelf_settings.hpp"

namespace seafret {

/// What never changes of a shelf sea on one rank's box and two columns round it; and the surface
/// of a step, which says how much water lies on the bed.
class ShelfBed {
 public:
  ShelfBed(const ShelfSetup& setup, const Box& owned);
  static std::size_t bytes(const Box& owned);

  const SeaLevels& levels() const { return levels_; }
  WaterColumns water(FieldView<const double> eta) const {
    return {depth_.view(), evenness_.view(), eta};
  }
  /// At the points of a place dry_point, wet_point or open_point: of an open cell, or of a face of
  /// one.
  FieldView<const std::uint8_t> wet(Place place) const;

 private:
  /// `free` as free_cells() has it.
  ShelfBed(const ShelfSetup& setup, const Box& owned, const std::vector<bool>& free);

  SeaLevels levels_;
  Field<> depth_, evenness_;
  Field<std::uint8_t> cells_, east_, north_;
};

}  // namespace seafret
