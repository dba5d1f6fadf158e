// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/fields/field.hpp"
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

/// A sum and what its additions have rounded off: together the sum to twice the precision of
/// double.
struct CompensatedSum {
  double sum = 0, lost = 0;
};

/// By Knuth's two-sum.
inline CompensatedSum operator+(const CompensatedSum& a, const CompensatedSum& b) {
  const double sum = a.sum + b.sum, added = sum - a.sum;
  return {sum, (a.lost + b.lost) + ((a.sum - (sum - added)) + (b.sum - added))};
}

/// As sum_of_levels(), in the same order, with what is rounded off.
template <class Term>
CompensatedSum compensated_sum_of_levels(int levels, Term term) {
  constexpr int lanes = 8;
  double sum[lanes] = {}, lost[lanes] = {};
  const auto add = [&](int l, const CompensatedSum& more) {
    const CompensatedSum next = CompensatedSum{sum[l], lost[l]} + more;
    sum[l] = next.sum;
    lost[l] = next.lost;
  };
  int k = 0;
  for (; k + lanes <= levels; k += lanes) {
#pragma omp simd
    for (int l = 0; l < lanes; ++l) add(l, {term(k + l)});
  }
  for (int l = 0; k + l < levels; ++l) add(l, {term(k + l)});
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l) add(l, {sum[l + half], lost[l + half]});
  return {sum[0], lost[0]};
}

/// A column of a field and those beside it.
struct ColumnsAround {
  ColumnsAround(const FieldView<const double>& f, int i, int j)
      : here(f.column(i, j)),
        west(f.column(i - 1, j)),
        east(f.column(i + 1, j)),
        south(f.column(i, j - 1)),
        north(f.column(i, j + 1)) {}
  const double *here, *west, *east, *south, *north;
};

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

inline void add_to(ReproducibleSum& total, double x) { total.add(x); }
inline void add_to(ReproducibleSum& total, const CompensatedSum& x) {
  total.add(x.sum);
  total.add(x.lost);
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
/// The same for several sums at once: column(i, j) returns what each of them gets, a double or a
/// CompensatedSum.
template <std::size_t count, class Column>
void add_columns(std::array<ReproducibleSum, count>& totals, std::span<const Box> boxes,
                 Column column) {
#pragma omp parallel
  {
    std::array<ReproducibleSum, count> mine;
    share_columns(boxes, [&](int i, int j) {
      const auto all = column(i, j);
      static_assert(all.size() == count);
      for (std::size_t n = 0; n < count; ++n) add_to(mine[n], all[n]);
    });
#pragma omp critical(seafret_add_columns)
    for (std::size_t n = 0; n < count; ++n) totals[n].add(mine[n]);
  }
}

}  // namespace seafret
