// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/load.hpp"

#include <algorithm>
#include <utility>

namespace seafret {
namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

void copy_wet(const Cell* from, std::size_t stride, int count, std::uint8_t* to) {
  if (stride == 1)
    std::transform(from, from + count, to, [](Cell c) { return c == Cell::wet; });
  else
    for (int n = 0; n < count; ++n, from += stride) to[n] = *from == Cell::wet;
}

}  // namespace

WetLines::WetLines(const Grid& grid, bool along_x)
    : length_(along_x ? grid.nx : grid.ny),
      lines_(along_x ? grid.ny : grid.nx),
      kept_(grid.masked() ? lines_ : 1),
      wet_(size(length_ + 2) * size(kept_ + 2), HugePages::instance()) {
  if (!grid.masked()) {
    std::fill_n(&wet_[offset(0) + 1], length_, 1);
  } else {
    const Cell* const cells = grid.first_of(grid.box());
    const std::size_t along = along_x ? 1 : size(lines_), beside = along_x ? size(length_) : 1;
    const int few = along_x ? length_ : 64;  // read in strips across that fit the cache
    for (int strip = 0; strip < length_; strip += few)
      for (int l = 0; l < lines_; ++l)
        copy_wet(&cells[size(l) * beside + size(strip) * along], along,
                 std::min(few, length_ - strip), &wet_[offset(l) + 1 + size(strip)]);
  }
  const auto [ends_wrap, lines_wrap] = along_x ? std::pair(grid.periodic_x, grid.periodic_y)
                                               : std::pair(grid.periodic_y, grid.periodic_x);
  for (int l = 0; ends_wrap && l < kept_; ++l) {
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

std::int64_t WetLines::next_to(int l, int step, int from, int to, int first, int last) const {
  // At the ends of that side some of the neighbours are not in it.
  const int inner = std::clamp(first + 1, from, to), outer = std::clamp(last, inner, to);
  const std::uint8_t *const here = line(l), *const beside = line(l + step);
  std::int64_t count = 0;
  for (int a = inner; a < outer;) {
    std::uint8_t few = 0;  // bytes are added sixteen at a time
    for (const int end = std::min(a + 255, outer); a < end; ++a)
      few =
          static_cast<std::uint8_t>(few + (here[a] & (beside[a - 1] | beside[a] | beside[a + 1])));
    count += few;
  }
  const auto at_an_end = [&](int a) {
    bool next_to_wet = false;
    for (int b = std::max(a - 1, first); b <= std::min(a + 1, last); ++b)
      next_to_wet |= beside[b] != 0;
    return here[a] != 0 && next_to_wet;
  };
  for (int a = from; a < inner; ++a) count += at_an_end(a);
  for (int a = outer; a < to; ++a) count += at_an_end(a);
  return count;
}

LoadCounter::LoadCounter(const Grid& grid)
    : grid_(grid),
      wet_(grid, Cell::wet),
      outside_(grid, Cell::outside),
      along_x_(grid, true),
      along_y_(grid, false) {}

std::int64_t LoadCounter::halo_columns(const Box& mine, const Box& theirs) const {
  const auto in_row = [&](int step) {
    return along_x_.next_to(theirs.y0, step, theirs.x0, theirs.x1, mine.x0, mine.x1 - 1);
  };
  const auto in_column = [&](int step) {
    return along_y_.next_to(theirs.x0, step, theirs.y0, theirs.y1, mine.y0, mine.y1 - 1);
  };
  if (theirs.y1 <= mine.y0) return in_row(1);
  if (theirs.y0 >= mine.y1) return in_row(-1);
  return in_column(theirs.x1 <= mine.x0 ? 1 : -1);
}

std::int64_t LoadCounter::exchanged(const Box& low, const Box& high) const {
  return halo_columns(low, intersection(low.grown(1), high)) +
         halo_columns(high, intersection(high.grown(1), low));
}

void LoadCounter::look_at(std::span<const Box> boxes, std::span<const int> node_of) {
  tree_.build(boxes);
  node_of_ = node_of;
  heard_.assign(boxes.size(), 0);
}

Load LoadCounter::load(std::size_t rank) {
  ++counted_;
  const Box& mine = tree_.box(rank);
  Load load{.wet = wet_(mine), .outside = outside_(mine)};
  load.dry = mine.area() - load.wet - load.outside;
  if (load.wet == 0) return load;
  for_each_image(grid_, Halo::all(1), [&](int dx, int dy) {
    const Box b = mine.shifted(dx, dy);
    tree_.for_each(b.grown(1), [&](int other, const Box& theirs) {
      const auto o = size(other);
      const std::int64_t columns = o == rank ? 0 : halo_columns(b, theirs);
      if (columns == 0) return;
      const bool on_node = node_of_[o] == node_of_[rank];
      (on_node ? load.halo_on : load.halo_off) += columns;
      if (heard_[o] != counted_) ++(on_node ? load.messages_on : load.messages_off);
      heard_[o] = counted_;
    });
  });
  return load;
}

std::span<const Load> LoadCounter::operator()(std::span<const Box> boxes,
                                              std::span<const int> node_of) {
  look_at(boxes, node_of);
  loads_.clear();
  for (std::size_t r = 0; r < boxes.size(); ++r) loads_.push_back(load(r));
  return loads_;
}

}  // namespace seafret
