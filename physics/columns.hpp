// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/grid/box.hpp"

namespace seafret {

/// The sum of term(k) over a column, always in the same order: eight partial sums, level k in
/// number k modulo 8, then their sum as a tree.  A compiler can vectorise that as it stands.
template <class Term>
double sum_of_levels(int levels, Term term) {
  constexpr int lanes = 8;
  double lane[lanes] = {};
  int k = 0;
  for (; k + lanes <= levels; k += lanes) {
#pragma omp simd
    for (int l = 0; l < lanes; ++l) lane[l] += term(k + l);
  }
  for (int l = 0; k + l < levels; ++l) lane[l] += term(k + l);
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}
inline double dot(const double* a, const double* b, int levels) {
  return sum_of_levels(levels, [=](int k) { return a[k] * b[k]; });
}

/// Calls column(i, j) for every column of the boxes, shared out among the threads that meet here.
/// They share columns, not rows, so that a strip of one row keeps all of them busy too.
template <class Column>
void share_columns(std::span<const Box> boxes, Column column) {
  for (const Box& box : boxes) {
    if (box.empty()) continue;  // its two loops cannot be counted as one
#pragma omp for collapse(2) schedule(static) nowait
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i) column(i, j);
  }
}

/// Calls column(i, j) for every column of the boxes, which must not overlap; threads share them.
template <class Column>
void for_each_column(std::span<const Box> boxes, Column column) {
#pragma omp parallel
  share_columns(boxes, column);
}
template <class Column>
void for_each_column(const Box& box, Column column) {
  for_each_column(std::span(&box, 1), column);
}

/// Adds what column(i, j) returns for every column of the boxes to `total`.
template <class Column>
void add_columns(ReproducibleSum& total, std::span<const Box> boxes, Column column) {
#pragma omp parallel
  {
    ReproducibleSum mine;
    share_columns(boxes, [&](int i, int j) { mine.add(column(i, j)); });
#pragma omp critical(seafret_add_columns)
    total.add(mine);
  }
}
/// The same for two sums at once: column(i, j) returns what each of them gets.
template <class Column>
void add_columns(std::array<ReproducibleSum, 2>& totals, std::span<const Box> boxes,
                 Column column) {
#pragma omp parallel
  {
    std::array<ReproducibleSum, 2> mine;
    share_columns(boxes, [&](int i, int j) {
      const std::array<double, 2> two = column(i, j);
      mine[0].add(two[0]);
      mine[1].add(two[1]);
    });
#pragma omp critical(seafret_add_columns)
    {
      totals[0].add(mine[0]);
      totals[1].add(mine[1]);
    }
  }
}

}  // namespace seafret
