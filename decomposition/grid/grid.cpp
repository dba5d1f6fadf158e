// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/grid/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "decomposition/base/first_where.hpp"

namespace seafret {
namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

/// i, on a periodic axis of n cells its image from `first` on.
int image(int i, int first, int n, bool periodic) {
  if (!periodic || (first <= i && i < first + n)) return i;
  return first + (((i - first) % n) + n) % n;
}

/// From `low` to `high`, but not beyond the ends of an axis, nor more than once round it.
std::pair<int, int> on_axis(int low, int high, int n, bool periodic) {
  if (!periodic) return {std::max(low, 0), std::min(high, n)};
  if (high - low < n) return {low, high};
  return {0, n};
}

}  // namespace

std::size_t Grid::index(int i, int j) const {
  const Box all = held();
  const int x = image(i, all.x0, nx, periodic_x), y = image(j, all.y0, ny, periodic_y);
  if (!all.contains(x, y))
    throw std::logic_error(fmt::format(
        "cell (i={}, j={}) is not held here: only those from {} to {} and from {} to {} are", i, j,
        all.x0, all.x1, all.y0, all.y1));
  return size(y - all.y0) * size(all.width()) + size(x - all.x0);
}

const Cell* Grid::first_of(const Box& box) const {
  const std::size_t first = index(box.x0, box.y0), last = index(box.x1 - 1, box.y1 - 1);
  if (last != first + size(box.height() - 1) * size(held().width()) + size(box.width() - 1))
    throw std::logic_error("a box whose cells are not held in one piece");
  return &cells[first];
}

Grid Grid::cut_to(const Box& needed) const {
  if (!masked()) return *this;
  const auto [x0, x1] = on_axis(needed.x0, needed.x1, nx, periodic_x);
  const auto [y0, y1] = on_axis(needed.y0, needed.y1, ny, periodic_y);
  Grid cut{.nx = nx,
           .ny = ny,
           .nz = nz,
           .dx = dx,
           .dy = dy,
           .periodic_x = periodic_x,
           .periodic_y = periodic_y,
           .part = Box{x0, x1, y0, y1}};
  cut.cells.reserve(static_cast<std::size_t>(cut.held().area()));
  for (int j = y0; j < y1; ++j)
    for (int i = x0; i < x1; ++i) cut.cells.push_back(cells[index(i, j)]);
  return cut;
}

Grid Grid::rows(int share, int shares) const {
  const auto begin_of = [&](int s) { return static_cast<int>(std::int64_t{ny} * s / shares); };
  return cut_to({0, nx, begin_of(share), begin_of(share + 1)});
}

Cell Grid::cell(int i, int j) const {
  const bool inside = (periodic_x || (0 <= i && i < nx)) && (periodic_y || (0 <= j && j < ny));
  if (!inside) return Cell::outside;
  return masked() ? cells[index(i, j)] : Cell::wet;
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

std::int64_t count_wet(const Grid& grid, const Box& box) {
  if (!grid.masked()) return box.area();
  std::int64_t wet = 0;
  for_each_wet_run(grid, box, [&](const Box& run) { wet += run.area(); });
  return wet;
}

CellCount::CellCount(const Grid& grid, Cell kind)
    : all_(grid.box()), all_alike_(kind == Cell::wet) {
  if (!grid.masked()) return;
  const auto row = static_cast<std::size_t>(grid.nx) + 1;
  sums_.resize(row * (static_cast<std::size_t>(grid.ny) + 1));
  const Cell *cell = grid.first_of(all_), *const end = cell + all_.area();
  for (std::uint32_t* below = sums_.data(); cell != end; below += row) {
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
