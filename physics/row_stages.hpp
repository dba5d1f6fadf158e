// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "decomposition/grid/box.hpp"

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

}  // namespace seafret
