// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "decomposition/grid/grid.hpp"

namespace seafret {

/// A box of cells on a C grid that is turned or mirrored: x' = xx x + xy y, y' = yx x + yy y.
struct Symmetry {
  const char* name;
  int xx, xy, yx, yy;

  bool swaps_axes() const { return xx == 0; }
  /// -1 where right becomes left, and the Earth turns the other way.
  int handedness() const { return xx * yy - xy * yx; }
  std::array<double, 2> operator()(const std::array<double, 2>& vector) const {
    return {xx * vector[0] + xy * vector[1], yx * vector[0] + yy * vector[1]};
  }

  /// Where in the box as it was a value of the turned one is, and what it is to be multiplied by.
  struct Source {
    Place place;
    int i, j, sign;
  };
  /// Indices beyond the edge of the box are those of its other side.
  Source source(Place place, int i, int j, const Grid& as_it_was) const {
    // In half cells, from the corner of the box.
    const std::array<int, 2> side{place == Place::east_face, place == Place::north_face},
        from = back({2 * i + 1 + side[0], 2 * j + 1 + side[1]}), along = back(side);
    const auto index = [](int half_cells, int side_of_it, int count) {
      return ((half_cells - 1 - std::abs(side_of_it)) / 2 % count + count) % count;
    };
    return {along[0] != 0   ? Place::east_face
            : along[1] != 0 ? Place::north_face
                            : Place::centre,
            index(from[0], along[0], as_it_was.nx), index(from[1], along[1], as_it_was.ny),
            place == Place::centre ? 1 : along[0] + along[1]};
  }

 private:
  std::array<int, 2> back(const std::array<int, 2>& vector) const {
    return {xx * vector[0] + yx * vector[1], xy * vector[0] + yy * vector[1]};
  }
};

inline constexpr Symmetry half_turn{"half a turn", -1, 0, 0, -1};
inline constexpr Symmetry east_for_west{"east for west", -1, 0, 0, 1};
inline constexpr Symmetry north_for_south{"north for south", 1, 0, 0, -1};
inline constexpr Symmetry quarter_turn{"a quarter of a turn", 0, -1, 1, 0};

}  // namespace seafret
