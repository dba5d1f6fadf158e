// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/grid/grid.hpp"

#include "decomposition/base/first_where.hpp"

namespace seafret {
namespace {

/// i brought into [0, n) on a periodic axis; -1 beyond the end of any other.
int wrapped(int i, int n, bool periodic) {
  if (i >= 0 && i < n) return i;
  return periodic ? ((i % n) + n) % n : -1;
}

}  // namespace

Cell Grid::cell(int i, int j) const {
  const int x = wrapped(i, nx, periodic_x), y = wrapped(j, ny, periodic_y);
  if (x < 0 || y < 0) return Cell::outside;
  if (cells.empty()) return Cell::wet;
  return cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(nx) +
               static_cast<std::size_t>(x)];
}

bool Grid::wet(Place place, int i, int j) const {
  const auto sea = [this](int x, int y) { return cell(x, y) == Cell::wet; };
  switch (place) {
    case Place::centre:
      return sea(i, j);
    case Place::east_face:
      return sea(i, j) && sea(i + 1, j);
    case Place::north_face:
      return sea(i, j) && sea(i, j + 1);
    case Place::corner:
      return sea(i, j) && sea(i + 1, j) && sea(i, j + 1) && sea(i + 1, j + 1);
  }
  return false;
}

CellCount::CellCount(const Grid& grid, Cell kind)
    : all_(grid.box()), all_alike_(kind == Cell::wet) {
  if (grid.cells.empty()) return;
  const auto row = static_cast<std::size_t>(grid.nx) + 1;
  sums_.resize(row * (static_cast<std::size_t>(grid.ny) + 1));
  const Cell* cell = grid.cells.data();
  for (std::uint32_t* below = sums_.data(); cell != grid.cells.data() + grid.cells.size();
       below += row) {
    std::uint32_t in_row = 0;
    for (std::size_t i = 1; i < row; ++i) below[row + i] = below[i] + (in_row += *cell++ == kind);
  }
}

Box CellCount::trimmed(Box box) const {
  Box b = intersection(box, all_);
  const std::int64_t all = (*this)(b);
  if (all == 0) return {};
  // The first line on each axis with something in it, and the first up to which all of it lies;
  // mostly these are the first and the last one.
  const Box w = b;
  const auto in_x = [&](int from, int to) { return (*this)({from, to, w.y0, w.y1}); };
  const auto in_y = [&](int from, int to) { return (*this)({w.x0, w.x1, from, to}); };
  if (in_x(w.x0, w.x0 + 1) == 0)
    b.x0 = first_where(w.x0, w.x1, [&](int t) { return in_x(w.x0, t + 1) > 0; });
  if (in_x(w.x1 - 1, w.x1) == 0)
    b.x1 = first_where(w.x0, w.x1, [&](int t) { return in_x(w.x0, t) == all; });
  if (in_y(w.y0, w.y0 + 1) == 0)
    b.y0 = first_where(w.y0, w.y1, [&](int t) { return in_y(w.y0, t + 1) > 0; });
  if (in_y(w.y1 - 1, w.y1) == 0)
    b.y1 = first_where(w.y0, w.y1, [&](int t) { return in_y(w.y0, t) == all; });
  return b;
}

}  // namespace seafret
