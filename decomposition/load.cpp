// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/load.hpp"

#include <algorithm>
#include <utility>

#include "decomposition/images.hpp"

namespace seafret {
namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

}  // namespace

WetLines::WetLines(const Grid& grid, bool along_x)
    : length_(along_x ? grid.nx : grid.ny),
      lines_(along_x ? grid.ny : grid.nx),
      wet_(size(length_ + 2) * size(lines_ + 2)) {
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i)
      wet_[(along_x ? offset(j) + size(i) : offset(i) + size(j)) + 1] =
          grid.cells.empty() || grid.cells[size(j) * size(grid.nx) + size(i)] == Cell::wet;
  const auto [ends_wrap, lines_wrap] = along_x ? std::pair(grid.periodic_x, grid.periodic_y)
                                               : std::pair(grid.periodic_y, grid.periodic_x);
  for (int l = 0; ends_wrap && l < lines_; ++l) {
    wet_[offset(l)] = wet_[offset(l) + size(length_)];
    wet_[offset(l) + size(length_) + 1] = wet_[offset(l) + 1];
  }
  if (!lines_wrap) return;
  const auto copy_line = [&](int from, int to) {
    std::copy_n(&wet_[offset(from)], length_ + 2, &wet_[offset(to)]);
  };
  copy_line(lines_ - 1, -1);
  copy_line(0, lines_);
}

SideCount::SideCount(const WetLines& wet, int step) : wet_(wet), step_(step) {
  sums_.reserve(size(wet.length() + 1) * size(wet.lines()));
  for (int l = 0; l < wet.lines(); ++l) {
    const std::uint8_t *const here = wet.line(l), *const beside = wet.line(l + step);
    std::int32_t sum = 0;
    sums_.push_back(sum);
    for (int a = 0; a < wet.length(); ++a)
      sums_.push_back(sum += here[a] & (beside[a - 1] | beside[a] | beside[a + 1]));
  }
}

std::int64_t SideCount::operator()(int line, int from, int to, int first, int last) const {
  // At the ends of my side some of the neighbours are not mine.
  const int inner = std::clamp(first + 1, from, to), outer = std::clamp(last, inner, to);
  const std::int32_t* const sums = &sums_[size(line) * size(wet_.length() + 1)];
  std::int64_t count = sums[outer] - sums[inner];
  const std::uint8_t *const here = wet_.line(line), *const beside = wet_.line(line + step_);
  const auto at_an_end = [&](int a) {
    bool next_to_mine = false;
    for (int b = std::max(a - 1, first); b <= std::min(a + 1, last); ++b)
      next_to_mine |= beside[b] != 0;
    return here[a] != 0 && next_to_mine;
  };
  for (int a = from; a < inner; ++a) count += at_an_end(a);
  for (int a = outer; a < to; ++a) count += at_an_end(a);
  return count;
}

LoadCounter::LoadCounter(const Grid& grid)
    : grid_(grid),
      wet_(grid, Cell::wet),
      outside_(grid, Cell::outside),
      rows_(grid, true),
      columns_(grid, false),
      south_(rows_, 1),
      north_(rows_, -1),
      west_(columns_, 1),
      east_(columns_, -1) {}

std::int64_t LoadCounter::halo_points(const Box& mine, const Box& theirs) const {
  const auto in_row = [&](const SideCount& side) {
    return side(theirs.y0, theirs.x0, theirs.x1, mine.x0, mine.x1 - 1);
  };
  const auto in_column = [&](const SideCount& side) {
    return side(theirs.x0, theirs.y0, theirs.y1, mine.y0, mine.y1 - 1);
  };
  if (theirs.y1 <= mine.y0) return in_row(south_);
  if (theirs.y0 >= mine.y1) return in_row(north_);
  return theirs.x1 <= mine.x0 ? in_column(west_) : in_column(east_);
}

std::int64_t LoadCounter::exchanged(const Box& low, const Box& high) const {
  return halo_points(low, intersection(low.grown(1), high)) +
         halo_points(high, intersection(high.grown(1), low));
}

std::span<const Load> LoadCounter::of_first(std::size_t ranks, std::span<const Box> boxes,
                                            std::span<const int> node_of) {
  tree_.build(boxes);
  loads_.assign(ranks, {});
  heard_by_.assign(boxes.size(), -1);
  for (std::size_t r = 0; r < ranks; ++r) {
    const Box& mine = boxes[r];
    Load& load = loads_[r];
    load.wet = wet_(mine);
    load.outside = outside_(mine);
    load.dry = mine.area() - load.wet - load.outside;
    if (load.wet == 0) continue;
    for_each_image(grid_, Halo::all(1), [&](int dx, int dy) {
      const Box b = mine.shifted(dx, dy);
      tree_.for_each(b.grown(1), [&](int other, const Box& theirs) {
        const auto o = size(other);
        const std::int64_t points = o == r ? 0 : halo_points(b, theirs);
        if (points == 0) return;
        const bool on_node = node_of[o] == node_of[r];
        (on_node ? load.halo_on : load.halo_off) += points;
        if (heard_by_[o] != static_cast<int>(r)) ++(on_node ? load.messages_on : load.messages_off);
        heard_by_[o] = static_cast<int>(r);
      });
    });
  }
  return loads_;
}

}  // namespace seafret
