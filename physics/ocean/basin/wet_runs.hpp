// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decomposition/grid/box.hpp"
#include "physics/vectors.hpp"

namespace seafret {

/// Those points of a box that are worked on, row by row, as runs of neighbours: found once, so
/// that loops need no test at each point and run over plain memory.
class WetRuns {
 public:
  struct Run {
    int x0, x1;  ///< half-open
  };

  /// No points at all.
  WetRuns() : WetRuns(Box{}, [](int, int) { return false; }) {}

  /// `wet(i, j)` is asked for every point of the box.
  template <class Wet>
  WetRuns(const Box& box, Wet wet) : box_(box) {
    for (int j = box.y0; j < box.y1; ++j) {
      for (int i = box.x0; i < box.x1; ++i) {
        if (!wet(i, j)) continue;
        const bool joins = runs_.size() > first_.back() && runs_.back().x1 == i;
        if (joins)
          ++runs_.back().x1;
        else
          runs_.push_back({i, i + 1});
      }
      first_.push_back(runs_.size());
    }
  }

  std::span<const Run> row(int j) const {
    const auto r = static_cast<std::size_t>(j - box_.y0);
    return {runs_.data() + first_[r], first_[r + 1] - first_[r]};
  }

 private:
  Box box_;
  std::vector<Run> runs_;
  std::vector<std::size_t> first_{0};  // of each row; the last is the end
};

/// For every row of the box visit(j) gives a work(begin, end), which is called for every part of a
/// run in it: points counted from the box's west.  What is the same along a row is so found once,
/// since half the runs of a coast are of a few points only. Rows are shared out among the threads.
/// The box must lie within that of the runs.
template <class Visit>
void for_each_row(const WetRuns& runs, const Box& where, Visit visit) {
  const auto do_row = [&](int j) {
    const std::span<const WetRuns::Run> row = runs.row(j);
    if (row.empty()) return;  // there may be no such row of the grid
    const auto work = visit(j);
    for (const WetRuns::Run& run : row) {
      const int begin = std::max(run.x0, where.x0), end = std::min(run.x1, where.x1);
      if (begin < end) work(begin - where.x0, end - where.x0);
    }
  };
  constexpr std::int64_t worth_waking_the_team = 2000;  // points
  if (omp_get_max_threads() == 1 || where.area() < worth_waking_the_team) {
    // Even a team of one takes a third of a microsecond to gather, as long as a hundred points.
    for (int j = where.y0; j < where.y1; ++j) do_row(j);
    return;
  }
#pragma omp parallel for schedule(static)
  for (int j = where.y0; j < where.y1; ++j) do_row(j);
}

/// Calls visit(j, i, n) for every part of a run within the box, n points from (i, j) on.
template <class Visit>
void for_each_run(const WetRuns& runs, const Box& where, Visit visit) {
  for_each_row(runs, where, [&](int j) {
    return [&visit, j, x0 = where.x0](int begin, int end) { visit(j, x0 + begin, end - begin); };
  });
}

/// Calls point(i) for begin <= i < end, as many at once as there are lanes. What is left over is
/// done with the last whole lot, some of it for the second time: point must not read what it
/// writes.
template <class Point>
[[gnu::always_inline]] inline void in_lanes(int begin, int end, Point point) {
  if (end - begin < vector_width) {
#pragma omp simd
    for (int i = begin; i < end; ++i) point(i);
    return;
  }
  const int last = end - vector_width;
  for (int i = begin;; i = std::min(i + vector_width, last)) {
#pragma omp simd simdlen(vector_width)
    for (int lane = 0; lane < vector_width; ++lane) point(i + lane);
    if (i == last) return;
  }
}

/// Calls visit(i, j) for every such point within the box, one after the other.
template <class Visit>
void for_each_point(const WetRuns& runs, const Box& where, Visit visit) {
  for (int j = where.y0; j < where.y1; ++j)
    for (const WetRuns::Run& run : runs.row(j))
      for (int i = std::max(run.x0, where.x0); i < std::min(run.x1, where.x1); ++i) visit(i, j);
}

}  // namespace seafret
