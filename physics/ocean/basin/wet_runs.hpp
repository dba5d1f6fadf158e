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

/// Those points of a box that are worked on, row by row, as runs of neighbours and as lots: found
/// once, so that loops need no test at each point and run over plain memory.
class WetRuns {
 public:
  struct Run {
    int x0, x1;  ///< half-open
  };
  /// As many neighbours as a vector has lanes, from so many columns east of the box's west on;
  /// those are worked on whose bit is set, the first one's lowest.
  struct Lot {
    int x0;
    unsigned lanes;
  };
  /// What a row consists of: lots, which with a column to either side lie within the box, and
  /// points that no such lot holds, counted from the box's west.
  struct Lots {
    std::span<const Lot> lots;
    std::span<const int> singles;
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
      for (const Run& run : row(j))
        for (int i = run.x0; i < run.x1; ++i) add_to_lots(i - box.x0);
      first_lot_.push_back(lots_.size());
      first_single_.push_back(singles_.size());
    }
  }

  const Box& box() const { return box_; }
  std::span<const Run> row(int j) const { return of_row(runs_, first_, j); }
  Lots lots(int j) const {
    return {of_row(lots_, first_lot_, j), of_row(singles_, first_single_, j)};
  }

 private:
  using Firsts = std::vector<std::size_t>;  // of each row; the last is the end

  template <class T>
  std::span<const T> of_row(const std::vector<T>& all, const Firsts& first, int j) const {
    const auto r = static_cast<std::size_t>(j - box_.y0);
    return {all.data() + first[r], first[r + 1] - first[r]};
  }

  /// The next point of the last row.  A lot begins where in the whole box, row after row, a vector
  /// would: of a field on that box, which begins with a line of the cache, none crosses a line.
  void add_to_lots(int i) {
    const int last_lot = box_.width() - 1 - vector_width;
    const bool inner = i > 0 && i < box_.width() - 1 && last_lot > 0;
    if (!inner) return singles_.push_back(i);
    const std::int64_t row = std::ssize(first_) - 2, place = row * box_.width() + i;
    const int x0 = std::clamp(i - static_cast<int>(place % vector_width), 1, last_lot);
    if (lots_.size() == first_lot_.back() || lots_.back().x0 != x0) lots_.push_back({x0, 0});
    lots_.back().lanes |= 1u << (i - x0);
  }

  Box box_;
  std::vector<Run> runs_;
  std::vector<Lot> lots_;
  std::vector<int> singles_;
  Firsts first_{0}, first_lot_{0}, first_single_{0};
};

/// Calls do_row(j) for all rows of a box, which are shared out among the threads.
template <class DoRow>
void share_out_rows(const Box& where, DoRow do_row) {
  constexpr std::int64_t worth_waking_the_team = 2000;  // points
  if (omp_get_max_threads() == 1 || where.area() < worth_waking_the_team) {
    // Even a team of one takes a third of a microsecond to gather, as long as a hundred points.
    for (int j = where.y0; j < where.y1; ++j) do_row(j);
    return;
  }
#pragma omp parallel for schedule(static)
  for (int j = where.y0; j < where.y1; ++j) do_row(j);
}

/// Which lanes of a lot lie between two columns.
inline unsigned lanes_between(int west, int east, const WetRuns::Lot& lot) {
  const auto from = [&](int x) { return ~0u << std::clamp(x - lot.x0, 0, 31); };
  unsigned chosen = lot.lanes;
  if (lot.x0 < west) chosen &= from(west);
  if (lot.x0 + vector_width > east) chosen &= ~from(east);
  return chosen;
}

/// Writes those lanes of some values. Of nearly every lot these are all: then nothing is read.
template <class V>
[[gnu::always_inline]] inline void store_lanes(double* to, unsigned chosen, V values) {
  constexpr unsigned all = ~(~0u << width_of<V>);
  if constexpr (std::is_same_v<V, double>)
    *to = values;
  else
    store(to, chosen == all ? values : (among_lanes<V>(chosen) ? values : load<V>(to)));
}

/// For every row of the box visit(j) gives a row, and row.work<V>(i, lanes) is called for all that
/// is worked on in it: those lanes of V from column i on, counted from the west of the box of the
/// runs, not of this one, which must lie within that.  In the other lanes, where there may be land,
/// work() finds and makes numbers that mean nothing, and must leave the results alone
/// (store_lanes()). Where a row has a finish(), that is called at its end. Rows are shared out
/// among the threads.
///
/// Four in ten runs of a coast are shorter than a vector: to go from run to run would cost as much
/// as to work on a lot.
template <class Visit>
void for_each_lot(const WetRuns& runs, const Box& where, Visit visit) {
  share_out_rows(where, [&](int j) {
    const int west = where.x0 - runs.box().x0, east = where.x1 - runs.box().x0;
    const WetRuns::Lots all = runs.lots(j);
    if (all.lots.empty() && all.singles.empty()) return;  // there may be no such row of the grid
    auto row = visit(j);
    for (const WetRuns::Lot& lot : all.lots)
      if (const unsigned chosen = lanes_between(west, east, lot))
        row.template work<Vector<vector_width>>(lot.x0, chosen);
    for (const int i : all.singles)
      if (i >= west && i < east) row.template work<double>(i, 1);
    if constexpr (requires { row.finish(); }) row.finish();
  });
}

/// Calls visit(j, i, n) for every part of a run within the box, n points from (i, j) on.  Rows are
/// shared out among the threads.
template <class Visit>
void for_each_run(const WetRuns& runs, const Box& where, Visit visit) {
  share_out_rows(where, [&](int j) {
    for (const WetRuns::Run& run : runs.row(j)) {
      const int begin = std::max(run.x0, where.x0), end = std::min(run.x1, where.x1);
      if (begin < end) visit(j, begin, end - begin);
    }
  });
}

/// Calls visit(i, j) for every such point within the box, one after the other.
template <class Visit>
void for_each_point(const WetRuns& runs, const Box& where, Visit visit) {
  for (int j = where.y0; j < where.y1; ++j)
    for (const WetRuns::Run& run : runs.row(j))
      for (int i = std::max(run.x0, where.x0); i < std::min(run.x1, where.x1); ++i) visit(i, j);
}

}  // namespace seafret
