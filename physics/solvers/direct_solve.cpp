// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/direct_solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "physics/columns.hpp"

namespace seafret {
namespace {

double wave(int n, int m, int i) {
  const auto angle = [&](int waves) {
    return 2 * std::numbers::pi * static_cast<double>(std::int64_t{waves} * i % n) / n;
  };
  if (m == 0) return std::sqrt(1.0 / n);
  if (2 * m == n) return i % 2 == 0 ? std::sqrt(1.0 / n) : -std::sqrt(1.0 / n);
  return std::sqrt(2.0 / n) * (2 * m < n ? std::cos(angle(m)) : std::sin(angle(n - m)));
}

/// out = sum of weights[n] column(n), four at a time and always in the same order.
template <class Column>
void combine(const double* weights, int count, int levels, double* out, Column column) {
  std::fill_n(out, levels, 0.0);
  int n = 0;
  for (; n + 4 <= count; n += 4) {
    const double* const w = weights + n;
    const double *const a = column(n), *const b = column(n + 1), *const c = column(n + 2),
                        *const d = column(n + 3);
#pragma omp simd
    for (int k = 0; k < levels; ++k)
      out[k] += (w[0] * a[k] + w[1] * b[k]) + (w[2] * c[k] + w[3] * d[k]);
  }
  for (; n < count; ++n) {
    const double weight = weights[n];
    const double* const a = column(n);
#pragma omp simd
    for (int k = 0; k < levels; ++k) out[k] += weight * a[k];
  }
}

/// Every row becomes its sums with the weights of each new column.
void transform_rows(const std::vector<double>& weights, FieldView<const double> from,
                    FieldView<double> to) {
  const int n = to.box.x1;
  for_each_column(to.box, [&](int m, int j) {
    combine(&weights[static_cast<std::size_t>(m) * static_cast<std::size_t>(n)], n, to.levels,
            to.column(m, j), [&](int i) { return from.column(i, j); });
  });
}

/// The same along y; `to` may have a halo, which stays as it is.
void transform_columns(const std::vector<double>& weights, FieldView<const double> from,
                       FieldView<double> to) {
  const int n = from.box.y1;
  for_each_column(from.box, [&](int i, int m) {
    combine(&weights[static_cast<std::size_t>(m) * static_cast<std::size_t>(n)], n, to.levels,
            to.column(i, m), [&](int j) { return from.column(i, j); });
  });
}

}  // namespace

DirectSolve::Waves::Waves(int n) : count(n) {
  for (int m = 0; m < n; ++m) {
    const double s = std::sin(std::numbers::pi * m / n);
    second_difference.push_back(-4 * s * s);
    for (int i = 0; i < n; ++i) of_wave.push_back(wave(n, m, i));
  }
  for (int i = 0; i < n; ++i)
    for (int m = 0; m < n; ++m)
      of_column.push_back(of_wave[static_cast<std::size_t>(m) * static_cast<std::size_t>(n) +
                                  static_cast<std::size_t>(i)]);
}

DirectSolve::DirectSolve(const VerticalGrid& levels, const Grid& grid)
    : operator_(levels, grid.dx, grid.dy),
      x_(grid.nx),
      y_(grid.ny),
      first_(grid.box(), {}, levels.levels()),
      second_(grid.box(), {}, levels.levels()),
      inverse_(grid.box(), {}, levels.levels()) {
  factor(grid);
}

std::size_t DirectSolve::bytes(const Grid& grid, int levels) {
  return 3 * FieldDescription{.levels = levels}.bytes(grid.box());
}

/// The reciprocal pivots of each wave.  The mean of a level is free by a constant: it has none at
/// the top, so that the pressure there comes out as zero.
void DirectSolve::factor(const Grid& grid) {
  const auto inverse = inverse_.view();
  const PressureOperator& a = operator_;
  for_each_column(grid.box(), [&](int m, int n) {
    const double in_x = x_.second_difference[static_cast<std::size_t>(m)],
                 in_y = y_.second_difference[static_cast<std::size_t>(n)];
    double* const column = inverse.column(m, n);
    double eliminated = 0;
    for (std::size_t k = 0; k < a.dz.size(); ++k) {
      const double diagonal = a.x[k] * in_x + a.y[k] * in_y - (a.up[k] + a.down[k]);
      const bool free = m == 0 && n == 0 && k + 1 == a.dz.size();
      column[k] = free ? 0 : 1 / (diagonal - eliminated);
      if (k + 1 < a.dz.size()) eliminated = a.down[k + 1] * a.up[k] * column[k];
    }
  });
}

void DirectSolve::operator()(FieldView<const double> b, FieldView<double> p) {
  const auto first = first_.view(), second = second_.view();
  transform_rows(x_.of_wave, b, first);
  transform_columns(y_.of_wave, first, second);
  solve_lines(second);
  transform_rows(x_.of_column, second, first);
  transform_columns(y_.of_column, first, p);
}

void DirectSolve::solve_lines(FieldView<double> waves) const {
  const double *const up = operator_.up.data(), *const down = operator_.down.data();
  for_each_column(waves.box, [&](int m, int n) {
    double* const z = waves.column(m, n);
    const double* const inverse = inverse_.view().column(m, n);
    double last = 0;
    for (int k = 0; k < waves.levels; ++k) z[k] = last = (z[k] - down[k] * last) * inverse[k];
    for (int k = waves.levels - 2; k >= 0; --k) z[k] = last = z[k] - up[k] * inverse[k] * last;
  });
}

}  // namespace seafret
