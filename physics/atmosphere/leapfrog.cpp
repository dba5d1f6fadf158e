// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/leapfrog.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
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

/// Calls update(one value of each field) for all that the columns x0 <= i < x1 of a row hold: they
/// lie side by side.
template <class Update, class... T>
void update_row(int x0, int x1, int j, Update update, const FieldView<T>&... fields) {
  if (x0 == x1) return;  // a box without a halo: there is no such column
  const auto update_values = [&](std::ptrdiff_t length, T*... values) {
#pragma omp simd
    for (std::ptrdiff_t n = 0; n < length; ++n) update(values[n]...);
  };
  const int levels = std::max({fields.levels...});
  update_values(std::ptrdiff_t{x1 - x0} * levels, fields.column(x0, j)...);
}

/// Begins the filter in the columns x0 <= i < x1 of a row.
void begin_in_row(int x0, int x1, int j, double filter, const FieldView<double>& past,
                  const FieldView<double>& now) {
  const auto begin = [keep = 1 - 2 * filter, filter](double a, double& b) {
    b = keep * b + filter * a;
  };
  update_row(x0, x1, j, begin, past, now);
}

/// `corrected` makes the next value of past, now and what the leap came to; `ends`: the filter.
template <bool ends, class Corrected>
void leap_by(const Box& owned, const Box& held, const Leapfrog& time, Fields past, Fields now,
             Fields tendencies, Corrected corrected) {
  const auto step = [corrected, span = time.span, filter = time.filter, keep = 1 - 2 * time.filter](
                        double& a, double& b, double& t) {
    const double next = corrected(a, b, a + span * t);
    b = keep * b + filter * a;
    if constexpr (ends) b = b + filter * next;
    a = next;
    t = 0;
  };
  for_each_row(held, past, [&](std::size_t f, int j) {
    const auto begin_in_halo = [&](int x0, int x1) {
      begin_in_row(x0, x1, j, time.filter, past[f], now[f]);
    };
    if (j < owned.y0 || j >= owned.y1) return begin_in_halo(held.x0, held.x1);
    begin_in_halo(held.x0, owned.x0);
    update_row(owned.x0, owned.x1, j, step, past[f], now[f], tendencies[f]);
    begin_in_halo(owned.x1, held.x1);
  });
}

template <bool ends>
void leap_with(const Box& owned, const Box& held, const Leapfrog& time, Fields past, Fields now,
               Fields tendencies) {
  if (time.correction == 0)
    return leap_by<ends>(owned, held, time, past, now, tendencies,
                         [](double, double, double next) { return next; });
  leap_by<ends>(owned, held, time, past, now, tendencies,
                [share = time.correction](double a, double b, double next) {
                  return next + share * (a - 2 * b + next);
                });
}

/// What a step of leapfrog multiplies a swing by at most, of its two modes: the larger root of
/// Williams (2009), equations 9 to 11.
double growth(double turn, double strength, double alpha) {
  using Complex = std::complex<double>;
  const Complex swing(0, 2 * turn);
  const Complex a = 2 * alpha * strength, b = 1. + alpha * strength * (swing - 2.),
                c = 1 + 2 * (alpha - 1) * strength,
                d = swing + (alpha - 1) * strength * (swing - 2.);
  const Complex half = 0.5 * (a + d), root = std::sqrt(half * half - (a * d - b * c));
  return std::max(std::abs(half + root), std::abs(half - root));
}

}  // namespace

double Leapfrog::longest_turn(double strength, double alpha, double most_growth) {
  constexpr int parts = 100;
  const auto grows = [&](int part) {
    return growth(static_cast<double>(part) / parts, strength, alpha) > 1 + most_growth;
  };
  int part = parts;
  while (part > 1 && grows(part)) --part;
  return static_cast<double>(part) / parts;
}

void filter(const Box& where, double share, Fields past, Fields now, Fields next) {
  const auto filter = [share, keep = 1 - 2 * share](double a, double& b, double c) {
    b = keep * b + share * a + share * c;
  };
  for_each_row(where, now, [&](std::size_t f, int j) {
    update_row(where.x0, where.x1, j, filter, past[f], now[f], next[f]);
  });
}

void end_filter(const Box& where, double filter, Fields next, Fields now) {
  const auto end = [filter](double c, double& b) { b = b + filter * c; };
  for_each_row(where, now, [&](std::size_t f, int j) {
    update_row(where.x0, where.x1, j, end, next[f], now[f]);
  });
}

void leap(const Box& where, double span, Fields past, Fields tendencies) {
  const auto leap = [span](double& a, double& t) {
    a = a + span * t;
    t = 0;
  };
  for_each_row(where, past, [&](std::size_t f, int j) {
    update_row(where.x0, where.x1, j, leap, past[f], tendencies[f]);
  });
}

void leap_and_filter(const Box& owned, const Box& held, const Leapfrog& time, Fields past,
                     Fields now, Fields tendencies) {
  leap_with<true>(owned, held, time, past, now, tendencies);
}

void leap_onwards(const Box& where, const Leapfrog& time, Fields past, Fields now,
                  Fields tendencies) {
  const auto step = [span = time.span, filter = time.filter, keep = 1 - 2 * time.filter](
                        double a, double& b, double& t) {
    t = a + span * t;
    b = keep * b + filter * a + filter * t;
  };
  for_each_row(where, past, [&](std::size_t f, int j) {
    update_row(where.x0, where.x1, j, step, past[f], now[f], tendencies[f]);
  });
}

void leap_and_begin_filter(const Box& owned, const Box& held, const Leapfrog& time, Fields past,
                           Fields now, Fields tendencies) {
  leap_with<false>(owned, held, time, past, now, tendencies);
}

}  // namespace seafret
