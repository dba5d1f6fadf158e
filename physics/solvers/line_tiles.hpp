// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "physics/row_stages.hpp"
#include "physics/solvers/pressure_operator.hpp"
#include "physics/vectors.hpp"

namespace seafret {

struct ColumnAt {
  int i = 0, j = 0;
};

/// The columns of some boxes, those only for which keep(i, j) holds.
template <class Keep>
std::vector<ColumnAt> columns_of(std::span<const Box> boxes, Keep keep) {
  std::vector<ColumnAt> all;
  for (const Box& box : boxes)
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i)
        if (keep(i, j)) all.push_back({i, j});
  return all;
}

/// Memory of a thread for so many values, from its first use on.
inline double* thread_tile(std::size_t values) {
  thread_local AlignedVector tile;
  if (tile.size() < values) tile.resize(values);
  return tile.data();
}

[[gnu::always_inline]] inline void fetch_column(FieldView<const double> field, const ColumnAt& at) {
  constexpr int line = 8;  // of the cache
  const double* const column = field.column(at.i, at.j);
  for (int k = 0; k < field.levels; k += line) fetch(column + k);
}

/// The column of `at` and the one east of it, if the field has them: whoever goes over one colour
/// of a row ahead brings all of it near.
[[gnu::always_inline]] inline void fetch_pair_for_later(FieldView<const double> field,
                                                        const ColumnAt& at) {
  constexpr int line = 8;  // of the cache
  if (at.j >= field.box.y1 || at.i + 1 >= field.box.x1) return;
  const double* const pair = field.column(at.i, at.j);
  for (int k = 0; k < 2 * field.levels; k += line) fetch_for_later(pair + k);
}

/// Solves the lines of columns that lie anywhere: right(i, j, tile) sets a column's right-hand
/// side, take(i, j, tile) gets its solution; the tile of columns stays in the cache in
/// between. No column's right-hand side may depend on what take() does to another.  Threads share
/// them.  right() reads its own column of `source`: that of the next is brought near meanwhile, as
/// no machine foresees where it lies.
template <class Right, class Take>
void solve_lines(const LinePreconditioner& lines, std::span<const ColumnAt> columns,
                 FieldView<const double> source, Right right, Take take) {
  const auto count = static_cast<std::int64_t>(columns.size());
  constexpr std::int64_t together = LinePreconditioner::together;
  const int levels = source.levels;
#pragma omp parallel if (count > together)
  {
    double* const tile = thread_tile(static_cast<std::size_t>(together * levels));
#pragma omp for schedule(static) nowait
    for (std::int64_t first = 0; first < count; first += together) {
      const std::span rest = columns.subspan(static_cast<std::size_t>(first));
      const auto group = rest.first(std::min<std::size_t>(together, rest.size()));
      double* at = tile;
      for (std::size_t n = 0; n < group.size(); ++n) {
        if (n + 1 < rest.size()) fetch_column(source, rest[n + 1]);
        right(group[n].i, group[n].j, std::exchange(at, at + levels));
      }
      lines.solve(tile, tile, static_cast<int>(group.size()));
      at = tile;
      for (const auto [i, j] : group) take(i, j, std::exchange(at, at + levels));
    }
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
