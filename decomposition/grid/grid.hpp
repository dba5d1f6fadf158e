// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "decomposition/base/huge_pages.hpp"
#include "decomposition/grid/box.hpp"

namespace seafret {

/// What a grid cell is: land, sea, or beyond the open boundary of the model.
enum class Cell : std::uint8_t { dry = 0, wet = 1, outside = 2 };

/// Where a value sits on its cell (Arakawa C grid).  The east face of cell (i, j) lies between it
/// and (i + 1, j), the north face between it and (i, j + 1); the corner is where those two faces
/// meet.
enum class Place : std::uint8_t { centre, east_face, north_face, corner };

/// The horizontal extent of the whole problem, and which of its cells are sea.
struct Grid {
  int nx = 0, ny = 0, nz = 0;
  double dx = 1, dy = 1;  ///< Spacing in metres, or in degrees where a model says so.
  bool periodic_x = true, periodic_y = true;
  std::vector<Cell> cells = {};  ///< Row by row, nx fastest; none means that every cell is wet.

  Box box() const { return {0, nx, 0, ny}; }
  /// The class of any cell; those across a periodic edge wrap, those across any other are outside.
  Cell cell(int i, int j) const;
  /// The mask of one place: a face is wet where both its cells are, a corner where all four are.
  bool wet(Place place, int i, int j) const;
};

/// Counts cells of one kind in any box in constant time; empty boxes and parts beyond the grid have
/// none.
class CellCount {
 public:
  CellCount(const Grid& grid, Cell kind);
  std::int64_t operator()(const Box& box) const;
  /// The smallest box with the same cells of that kind; empty where there is none.
  Box trimmed(Box box) const;

 private:
  std::uint32_t sum(int i, int j) const {  // cells with x < i and y < j
    return sums_[static_cast<std::size_t>(j) * (static_cast<std::size_t>(all_.x1) + 1) +
                 static_cast<std::size_t>(i)];
  }

  Box all_;
  // (nx + 1) * (ny + 1) prefix sums; none where all cells are alike.  They may wrap round: what a
  // box holds comes out right as long as that is less than 2^32.
  std::pmr::vector<std::uint32_t> sums_{HugePages::instance()};
  bool all_alike_ = true;  // and whether they are of that kind
};

inline std::int64_t CellCount::operator()(const Box& box) const {
  const Box b = intersection(box, all_);
  if (b.empty()) return 0;
  if (sums_.empty()) return all_alike_ ? b.area() : 0;
  return sum(b.x1, b.y1) - sum(b.x0, b.y1) - sum(b.x1, b.y0) + sum(b.x0, b.y0);
}

}  // namespace seafret
