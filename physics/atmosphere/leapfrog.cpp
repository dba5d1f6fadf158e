// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/leapfrog.hpp"

#include <cstddef>

namespace seafret {
namespace {

/// Calls work(field, j) for every row of every field, the rows shared out among the threads.
template <class Work>
void for_each_row(const Box& where, Fields fields, Work work) {
  const std::size_t count = where.empty() ? 0 : fields.size();
#pragma omp parallel for collapse(2) schedule(static)
  for (std::size_t f = 0; f < count; ++f)
    for (int j = where.y0; j < where.y1; ++j) work(f, j);
}

/// The columns of a row lie side by side: so many values from column x0 on.
std::ptrdiff_t run_length(int x0, int x1, int levels) { return std::ptrdiff_t{x1 - x0} * levels; }

/// Begins the filter in the columns x0 <= i < x1 of a row.
void begin_in_row(int x0, int x1, int j, double filter, FieldView<const double> past,
                  FieldView<double> now) {
  const double keep = 1 - 2 * filter;
  const double* const a = past.column(x0, j);
  double* const b = now.column(x0, j);
  const std::ptrdiff_t length = run_length(x0, x1, now.levels);
#pragma omp simd
  for (std::ptrdiff_t n = 0; n < length; ++n) b[n] = keep * b[n] + filter * a[n];
}

/// A whole step of the columns x0 <= i < x1 of a row.
void leap_and_filter_in_row(int x0, int x1, int j, const Leapfrog& time, FieldView<double> past,
                            FieldView<double> now, FieldView<double> tendency) {
  const double span = time.span, filter = time.filter, keep = 1 - 2 * filter;
  double* const a = past.column(x0, j);
  double* const b = now.column(x0, j);
  double* const t = tendency.column(x0, j);
  const std::ptrdiff_t length = run_length(x0, x1, now.levels);
#pragma omp simd
  for (std::ptrdiff_t n = 0; n < length; ++n) {
    const double next = a[n] + span * t[n];
    b[n] = keep * b[n] + filter * a[n] + filter * next;
    a[n] = next;
    t[n] = 0;
  }
}

}  // namespace

void begin_filter(const Box& where, double filter, Fields past, Fields now) {
  for_each_row(where, now, [&](std::size_t f, int j) {
    begin_in_row(where.x0, where.x1, j, filter, past[f], now[f]);
  });
}

void end_filter(const Box& where, double filter, Fields next, Fields now) {
  for_each_row(where, now, [&](std::size_t f, int j) {
    const double* const c = next[f].column(where.x0, j);
    double* const b = now[f].column(where.x0, j);
    const std::ptrdiff_t length = run_length(where.x0, where.x1, now[f].levels);
#pragma omp simd
    for (std::ptrdiff_t n = 0; n < length; ++n) b[n] = b[n] + filter * c[n];
  });
}

void leap(const Box& where, double span, Fields past, Fields tendencies) {
  for_each_row(where, past, [&](std::size_t f, int j) {
    double* const a = past[f].column(where.x0, j);
    double* const t = tendencies[f].column(where.x0, j);
    const std::ptrdiff_t length = run_length(where.x0, where.x1, past[f].levels);
#pragma omp simd
    for (std::ptrdiff_t n = 0; n < length; ++n) {
      a[n] = a[n] + span * t[n];
      t[n] = 0;
    }
  });
}

void leap_and_filter(const Box& owned, const Box& held, const Leapfrog& time, Fields past,
                     Fields now, Fields tendencies) {
  for_each_row(held, past, [&](std::size_t f, int j) {
    const auto begin_in_halo = [&](int x0, int x1) {
      begin_in_row(x0, x1, j, time.filter, past[f], now[f]);
    };
    if (j < owned.y0 || j >= owned.y1) return begin_in_halo(held.x0, held.x1);
    begin_in_halo(held.x0, owned.x0);
    leap_and_filter_in_row(owned.x0, owned.x1, j, time, past[f], now[f], tendencies[f]);
    begin_in_halo(owned.x1, held.x1);
  });
}

}  // namespace seafret
