// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/line_solves.hpp"

#include <algorithm>

namespace seafret {

LineSolves::LineSolves(const PressureOperator& a, const Box& box)
    : lines_(a),
      r_(box, {}, static_cast<int>(a.dz.size())),
      z_(box, {}, static_cast<int>(a.dz.size())),
      columns_(box.width()),
      rows_(box.height()),
      level_stride_((columns_ + 2) * (rows_ + 2)),
      r_by_x_(a.dz.size() * static_cast<std::size_t>(level_stride_), 1.0),
      z_by_x_(r_by_x_.size(), 1.0) {
  for (const auto& f : {r_.view(), z_.view()}) f.fill(1.0);
}

void LineSolves::levels_fastest() {
  const auto r = r_.view(), z = z_.view();
  const std::int64_t columns = r.box.area();
#pragma omp parallel for schedule(static)
  for (std::int64_t first = 0; first < columns; first += LinePreconditioner::together) {
    const auto group = std::min<std::int64_t>(columns - first, LinePreconditioner::together);
    const double* const next = r.data + (first + group) * r.levels;
    lines_.solve(r.data + first * r.levels, z.data + first * r.levels, static_cast<int>(group),
                 next);
  }
}

void LineSolves::x_fastest() {
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t j = 0; j < rows_; ++j) {
    const std::ptrdiff_t first = (j + 1) * (columns_ + 2) + 1;
    solve_row(r_by_x_.data() + first, z_by_x_.data() + first);
  }
}

void LineSolves::solve_row(const double* r, double* z) const {
  const auto& [lower, inverse, upper] = lines_.factors();
  const std::size_t levels = inverse.size();
  const auto stride = static_cast<std::size_t>(level_stride_);
  for (std::size_t k = 0; k < levels; ++k) {
    const double l = lower[k], d = inverse[k];
    const double *const right = r + k * stride, *const below = z + (k > 0 ? k - 1 : 0) * stride;
    double* const here = z + k * stride;
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < columns_; ++i) here[i] = right[i] * d - l * below[i];
  }
  for (std::size_t k = levels - 1; k-- > 0;) {
    const double u = upper[k];
    const double* const above = z + (k + 1) * stride;
    double* const here = z + k * stride;
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < columns_; ++i) here[i] -= u * above[i];
  }
}

}  // namespace seafret
