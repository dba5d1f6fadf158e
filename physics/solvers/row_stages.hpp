// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "physics/solvers/line_tiles.hpp"

namespace seafret {

/// Rows y0 <= j < y1.
struct Rows {
  int y0 = 0, y1 = 0;

  Box of(const Box& box) const {
    return {box.x0, box.x1, std::max(y0, box.y0), std::min(y1, box.y1)};
  }
};

/// Lets stages go over a box one behind the other, each a row later than the one before: what a row
/// needs of the rows beside it has then been done by the stage before, and is in the cache still.
template <class... Stage>
void in_stages(const Box& box, int rows_at_once, Stage... stage) {
  for (int begin = box.y0; begin < box.y1; begin += rows_at_once) {
    const int end = begin + rows_at_once;
    int behind = 0;
    const auto run = [&](auto& one) {
      one(Rows{begin - behind, end < box.y1 ? end - behind : box.y1});
      ++behind;
    };
    (run(stage), ...);
  }
}

/// The columns of one colour in a box, row by row.
class ColouredRows {
 public:
  ColouredRows(const Box& box, int colour) : box_(box) {
    for (int j = box.y0; j < box.y1; ++j) {
      first_.push_back(all_.size());
      for (int i = box.x0; i < box.x1; ++i)
        if ((i + j) % 2 == colour) all_.push_back({i, j});
    }
    first_.push_back(all_.size());
  }
  std::span<const ColumnAt> of(const Rows& rows) const {
    const Box box = rows.of(box_);
    if (box.empty()) return {};
    const std::size_t begin = at(box.y0);
    return std::span(all_).subspan(begin, at(box.y1) - begin);
  }

 private:
  std::size_t at(int j) const { return first_[static_cast<std::size_t>(j - box_.y0)]; }

  Box box_;
  std::vector<ColumnAt> all_;
  std::vector<std::size_t> first_;  // of each row
};

}  // namespace seafret
