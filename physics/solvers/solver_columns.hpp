// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <span>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/fields/field.hpp"
#include "physics/columns.hpp"
#include "physics/solvers/pressure_operator.hpp"

namespace seafret {

/// What the operator reads beside a box.
inline constexpr Halo one_column{1, 1, 1, 1, false};

/// A box and its halo of one column.
inline std::array<Box, 5> with_halo(const Box& b) {
  return {b, Box{b.x0, b.x1, b.y0 - 1, b.y0}, Box{b.x0, b.x1, b.y1, b.y1 + 1},
          Box{b.x0 - 1, b.x0, b.y0, b.y1}, Box{b.x1, b.x1 + 1, b.y0, b.y1}};
}

/// y += a x in a column.
inline void add_scaled(double a, const double* x, double* y, int levels) {
#pragma omp simd
  for (int k = 0; k < levels; ++k) y[k] += a * x[k];
}

/// b = dz source on a box; adds the square of its norm to the sum.
inline void scale_source(FieldView<const double> source, const PressureOperator& a,
                         const Box& where, FieldView<double> b, ReproducibleSum& bb) {
  const double* const dz = a.dz.data();
  add_columns(bb, {&where, 1}, [&](int i, int j) {
    const double* const from = source.column(i, j);
    double* const to = b.column(i, j);
#pragma omp simd
    for (int k = 0; k < b.levels; ++k) to[k] = dz[k] * from[k];
    return a.square_of_divergence(to);
  });
}

/// p = 0 on a box and in its halo.
inline void clear(std::span<const Box> boxes, FieldView<double> p) {
  for_each_column(boxes, [&](int i, int j) { std::fill_n(p.column(i, j), p.levels, 0.0); });
}

}  // namespace seafret
