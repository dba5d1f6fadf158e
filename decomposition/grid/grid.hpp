// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>
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

/// The horizontal extent of the whole problem, and which of its cells are sea.  Who only works on a
/// part of it need not hold the mask of all: whatever is asked about a cell that is not held
/// throws.
struct Grid {
  int nx = 0, ny = 0, nz = 0;
  double dx = 1, dy = 1;  ///< Spacing in metres, or in degrees where a model says so.
  bool periodic_x = true, periodic_y = true;
  std::vector<Cell> cells = {};  ///< Of held(), row by row; without a mask every cell is wet.
  std::optional<Box> part = {};  ///< What is left of a cut mask; may reach over periodic edges.

  Box box() const { return {0, nx, 0, ny}; }
  bool masked() const { return part || !cells.empty(); }
  Box held() const { return part.value_or(box()); }
  /// Where a cell, or one across a periodic edge from it, stands among those held.
  std::size_t index(int i, int j) const;
  /// The first cell of a box that lies in one piece among those held, whose rows are
  /// held().width() apart.
  const Cell* first_of(const Box& box) const;
  /// The same grid, that holds of its mask only what a box needs.
  Grid cut_to(const Box& needed) const;
  /// The same grid with one share of the mask's rows; all shares have each row once.
  Grid rows(int share, int shares) const;
  /// The class of any cell; those across a periodic edge wrap, those across any other are outside.
  Cell cell(int i, int j) const;
  /// The mask of one place: a face is wet where both its cells are, a corner where all four are.
  bool wet(Place place, int i, int j) const;
};

/// Calls visit(run) for every longest run of wet cells in a row of the box, row by row.  The grid
/// must have a mask, and the box lie within it.
template <class Visit>
void for_each_wet_run(const Grid& grid, const Box& box, Visit visit) {
  if (box.empty()) return;
  const Cell* row = grid.first_of(box);
  for (int j = box.y0; j < box.y1; ++j, row += grid.held().width())
    for (int i = box.x0; i < box.x1; ++i) {
      const int begin = i;
      while (i < box.x1 && row[i - box.x0] == Cell::wet) ++i;
      if (begin < i) visit(Box{begin, i, j, j + 1});
    }
}

/// Where a cell before or beyond a periodic axis of n cells lies on it.
inline int wrapped(int i, int n) { return (i % n + n) % n; }

/// How often a periodic axis of n cells must be repeated before a halo of this width is covered.
inline int images(int width, int n, bool periodic) { return periodic ? (width + n - 1) / n : 0; }

/// Calls visit(dx, dy) for every shift of the grid that can bring a column into the halo of a box.
template <class Visit>
void for_each_image(const Grid& g, const Halo& h, Visit visit) {
  for (int sy = -images(h.south, g.ny, g.periodic_y); sy <= images(h.north, g.ny, g.periodic_y);
       ++sy)
    for (int sx = -images(h.west, g.nx, g.periodic_x); sx <= images(h.east, g.nx, g.periodic_x);
         ++sx)
      visit(sx * g.nx, sy * g.ny);
}

/// Wet cells of a box within the grid, looked at one after the other.
std::int64_t count_wet(const Grid& grid, const Box& box);

/// Counts cells of one kind in any box in constant time; empty boxes and parts beyond the grid have
/// none.  Takes four bytes for each cell of the grid, and needs the mask of them all.
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
