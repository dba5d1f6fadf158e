// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/grid.hpp"

namespace seafret {
namespace {

/// i brought into [0, n) on a periodic axis; -1 beyond the end of any other.
int wrapped(int i, int n, bool periodic) {
  if (i >= 0 && i < n) return i;
  return periodic ? ((i % n) + n) % n : -1;
}

/// The smallest t in [low, high] for which far_enough(t) holds; it must hold at `high` and stay
/// true.
template <class Test>
int first_where(int low, int high, Test far_enough) {
  while (low < high) {
    const int middle = low + (high - low) / 2;
    (far_enough(middle) ? high : low) = far_enough(middle) ? middle : middle + 1;
  }
  return low;
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
  sums_.assign(row * (static_cast<std::size_t>(grid.ny) + 1), 0);
  std::size_t cell = 0;
  for (std::size_t j = 1; j <= static_cast<std::size_t>(grid.ny); ++j) {
    std::int64_t in_row = 0;
    for (std::size_t i = 1; i < row; ++i) {
      in_row += grid.cells[cell++] == kind;
      sums_[j * row + i] = sums_[(j - 1) * row + i] + in_row;
    }
  }
}

std::int64_t CellCount::sum(int i, int j) const {
  return sums_[static_cast<std::size_t>(j) * (static_cast<std::size_t>(all_.x1) + 1) +
               static_cast<std::size_t>(i)];
}

std::int64_t CellCount::operator()(const Box& box) const {
  const Box b = intersection(box, all_);
  if (b.empty()) return 0;
  if (sums_.empty()) return all_alike_ ? b.area() : 0;
  return sum(b.x1, b.y1) - sum(b.x0, b.y1) - sum(b.x1, b.y0) + sum(b.x0, b.y0);
}

Box CellCount::trimmed(Box box) const {
  Box b = intersection(box, all_);
  const std::int64_t all = (*this)(b);
  if (all == 0) return {};
  // The first line on each axis with something in it, and the first up to which all of it lies.
  const Box w = b;
  b.x0 = first_where(w.x0, w.x1, [&](int t) { return (*this)({w.x0, t + 1, w.y0, w.y1}) > 0; });
  b.x1 = first_where(w.x0, w.x1, [&](int t) { return (*this)({w.x0, t, w.y0, w.y1}) == all; });
  b.y0 = first_where(w.y0, w.y1, [&](int t) { return (*this)({w.x0, w.x1, w.y0, t + 1}) > 0; });
  b.y1 = first_where(w.y0, w.y1, [&](int t) { return (*this)({w.x0, w.x1, w.y0, t}) == all; });
  return b;
}

}  // namespace seafret
