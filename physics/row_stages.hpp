// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <omp.h>

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

/// Lets so many stages go over a box one behind the other, stage n behind(n) rows later than the
/// first: what a row needs of the rows beside it has then been done by the stage before, and is in
/// the cache still. Calls work(stage, rows).
template <class Behind, class Work>
void in_turns(const Box& box, int rows_at_once, int stages, Behind behind, Work work) {
  for (int begin = box.y0; begin < box.y1; begin += rows_at_once) {
    const int end = begin + rows_at_once;
    for (int n = 0; n < stages; ++n)
      work(n, Rows{begin - behind(n), end < box.y1 ? end - behind(n) : box.y1});
  }
}

/// The same of stages that are called with their rows, each a row later than the one before.
template <class... Stage>
void in_stages(const Box& box, int rows_at_once, Stage... stage) {
  const auto behind = [](int n) { return n; };
  in_turns(box, rows_at_once, int{sizeof...(Stage)}, behind, [&](int turn, Rows rows) {
    int n = 0;
    ((n++ == turn ? stage(rows) : void()), ...);
  });
}

/// Calls work(rows) for all rows of a box, one at a time, or as many as there are threads: what is
/// done to them one after the other finds them in the cache.
template <class Work>
void by_rows(const Box& box, Work work) {
  in_stages(box, omp_get_max_threads(), work);
}

}  // namespace seafret
