// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decomposition/grid/box.hpp"

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

/// Calls visit(j, i, n) for every part of a run within the box, n points from (i, j) on; rows are
/// shared out among the threads. The box must lie within that of the runs.
template <class Visit>
void for_each_run(const WetRuns& runs, const Box& where, Visit visit) {
  constexpr std::int64_t worth_waking_the_team = 2000;  // points
#pragma omp parallel for schedule(static) if (where.area() >= worth_waking_the_team)
  for (int j = where.y0; j < where.y1; ++j)
    for (const WetRuns::Run& run : runs.row(j)) {
      const int begin = std::max(run.x0, where.x0), end = std::min(run.x1, where.x1);
      if (begin < end) visit(j, begin, end - begin);
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
