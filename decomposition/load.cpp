// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/load.hpp"

#include <algorithm>

namespace seafret {
namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

/// The grid and its nearest images where its edges are periodic.
template <class Visit>
void for_each_image(const Grid& g, const Visit& visit) {
  for (int sy = g.periodic_y ? -1 : 0; sy <= (g.periodic_y ? 1 : 0); ++sy)
    for (int sx = g.periodic_x ? -1 : 0; sx <= (g.periodic_x ? 1 : 0); ++sx)
      visit(sx * g.nx, sy * g.ny);
}

}  // namespace

SideCount::SideCount(const Grid& grid, bool along_x, int step)
    : along_x_(along_x), step_(step), length_(along_x ? grid.nx : grid.ny) {
  if (grid.cells.empty()) return;
  const int lines = along_x ? grid.ny : grid.nx;
  wet_.reserve(size(length_ + 2) * size(lines + 2));
  for (int l = -1; l <= lines; ++l)
    for (int a = -1; a <= length_; ++a)
      wet_.push_back((along_x ? grid.cell(a, l) : grid.cell(l, a)) == Cell::wet);
  sums_.reserve(size(length_ + 1) * size(lines));
  for (int l = 0; l < lines; ++l) {
    std::int32_t sum = 0;
    sums_.push_back(sum);
    for (int a = 0; a < length_; ++a) {
      sum += wet(a, l) && (wet(a - 1, l + step) || wet(a, l + step) || wet(a + 1, l + step));
      sums_.push_back(sum);
    }
  }
}

bool SideCount::wet(int along, int line) const {
  return wet_[size(line + 1) * size(length_ + 2) + size(along + 1)] != 0;
}

std::int64_t SideCount::operator()(const Box& mine, const Box& theirs) const {
  if (wet_.empty()) return theirs.area();
  const int line = along_x_ ? theirs.y0 : theirs.x0;
  const int first = along_x_ ? mine.x0 : mine.y0, last = (along_x_ ? mine.x1 : mine.y1) - 1;
  const int from = along_x_ ? theirs.x0 : theirs.y0, to = along_x_ ? theirs.x1 : theirs.y1;
  // At the ends of my side some of the neighbours are not mine.
  const int inner = std::clamp(first + 1, from, to), outer = std::clamp(last, inner, to);
  const std::int32_t* const sums = &sums_[size(line) * size(length_ + 1)];
  std::int64_t count = sums[outer] - sums[inner];
  const auto at_an_end = [&](int a) {
    bool next_to_mine = false;
    for (int b = std::max(a - 1, first); b <= std::min(a + 1, last); ++b)
      next_to_mine |= wet(b, line + step_);
    return wet(a, line) && next_to_mine;
  };
  for (int a = from; a < inner; ++a) count += at_an_end(a);
  for (int a = outer; a < to; ++a) count += at_an_end(a);
  return count;
}

LoadCounter::LoadCounter(const Grid& grid)
    : grid_(grid),
      wet_(grid, Cell::wet),
      outside_(grid, Cell::outside),
      south_(grid, true, 1),
      north_(grid, true, -1),
      west_(grid, false, 1),
      east_(grid, false, -1) {}

std::span<const Load> LoadCounter::operator()(std::span<const Box> boxes,
                                              std::span<const int> node_of) {
  tree_.build(boxes);
  loads_.assign(boxes.size(), {});
  heard_by_.assign(boxes.size(), -1);
  for (std::size_t r = 0; r < boxes.size(); ++r) {
    const Box& mine = boxes[r];
    Load& load = loads_[r];
    load.wet = wet_(mine);
    load.outside = outside_(mine);
    load.dry = mine.area() - load.wet - load.outside;
    if (load.wet == 0) continue;
    const auto hear = [&](const SideCount& side, const Box& here, const Box& line) {
      tree_.for_each(line, [&](int other, const Box& theirs) {
        const auto o = size(other);
        if (o == r) return;
        const std::int64_t points = side(here, theirs);
        if (points == 0) return;
        const bool on_node = node_of[o] == node_of[r];
        (on_node ? load.halo_on : load.halo_off) += points;
        if (heard_by_[o] != static_cast<int>(r)) ++(on_node ? load.messages_on : load.messages_off);
        heard_by_[o] = static_cast<int>(r);
      });
    };
    for_each_image(grid_, [&](int dx, int dy) {
      const Box b = mine.shifted(dx, dy);
      hear(south_, b, {b.x0 - 1, b.x1 + 1, b.y0 - 1, b.y0});
      hear(north_, b, {b.x0 - 1, b.x1 + 1, b.y1, b.y1 + 1});
      hear(west_, b, {b.x0 - 1, b.x0, b.y0, b.y1});
      hear(east_, b, {b.x1, b.x1 + 1, b.y0, b.y1});
    });
  }
  return loads_;
}

}  // namespace seafret
