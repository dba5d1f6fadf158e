// SPDX-License-Identifier: BSD-3-Clause
#include "physics/fft/real_fft.hpp"

#include <algorithm>

namespace seafret {
namespace {

constexpr int lanes = Fft::lanes;
constexpr std::ptrdiff_t point = Fft::point;

Complex at(const double* data, int l) { return {data[l], data[l + lanes]}; }
void put(double* data, int l, const Complex& a) { data[l] = a.re, data[l + lanes] = a.im; }

/// Modes m and half - m of a real line, from those of the complex line whose points are the even
/// and the odd points of it.
void separate_lane(int l, const double* at_m, const double* at_mirrored, const Complex& turn,
                   double* m, double* mirrored) {
  const Complex a = at(at_m, l), b = conjugate(at(at_mirrored, l));
  const Complex even = 0.5 * (a + b), odd = turn * turned(0.5 * (a - b));
  put(m, l, even + odd);
  put(mirrored, l, conjugate(even - odd));
}

/// The inverse, times two.
void join_lane(int l, const double* at_m, const double* at_mirrored, const Complex& turn, double* m,
               double* mirrored) {
  const Complex a = at(at_m, l), b = conjugate(at(at_mirrored, l));
  const Complex even = a + b, odd = conjugate(turn) * (a - b);
  put(m, l, even - turned(odd));
  put(mirrored, l, conjugate(even + turned(odd)));
}

/// GCC makes vectors of such loops as long as nothing is declared in them.
void separate(const double* at_m, const double* at_mirrored, const Complex& turn, double* m,
              double* mirrored) {
#pragma omp simd
  for (int l = 0; l < lanes; ++l) separate_lane(l, at_m, at_mirrored, turn, m, mirrored);
}
void join(const double* at_m, const double* at_mirrored, const Complex& turn, double* m,
          double* mirrored) {
#pragma omp simd
  for (int l = 0; l < lanes; ++l) join_lane(l, at_m, at_mirrored, turn, m, mirrored);
}

}  // namespace

RealFft::RealFft(int points) : points_(points), fft_(points % 2 == 0 ? points / 2 : points) {
  for (int m = 0; 4 * m <= points; ++m) half_turns_.push_back(root_of_unity(m, points));
}

double* RealFft::forward(double* data, double* work) const {
  if (!halved()) return forward_odd(data, work);
  const int half = points_ / 2;
  const double* const from = fft_.forward(data, work);
  double* const to = from == data ? work : data;
  for (int m = 0; 2 * m <= half; ++m)
    separate(from + m * point, from + (half - m) % half * point,
             half_turns_[static_cast<std::size_t>(m)], to + m * point, to + (half - m) * point);
  return to;
}

double* RealFft::backward(double* data, double* work) const {
  if (!halved()) return backward_odd(data, work);
  const int half = points_ / 2;
  for (const int m : {0, half}) std::fill_n(data + m * point + lanes, lanes, 0.0);
  for (int m = 0; 2 * m <= half; ++m)
    join(data + m * point, data + (half - m) * point, half_turns_[static_cast<std::size_t>(m)],
         work + m * point, work + (half - m) * point);
  return fft_.backward(work, data);
}

double* RealFft::forward_odd(double* data, double* work) const {
  for (int j = 0; j < points_; ++j) {
    std::copy_n(data + std::ptrdiff_t{j} * lanes, lanes, work + j * point);
    std::fill_n(work + j * point + lanes, lanes, 0.0);
  }
  return fft_.forward(work, data);
}

double* RealFft::backward_odd(double* data, double* work) const {
  std::fill_n(data + lanes, lanes, 0.0);
  for (int m = 1; m < modes(); ++m)
    for (int l = 0; l < lanes; ++l)
      put(data + (points_ - m) * point, l, conjugate(at(data + m * point, l)));
  const double* const from = fft_.backward(data, work);
  double* const to = from == data ? work : data;
  for (int j = 0; j < points_; ++j)
    std::copy_n(from + j * point, lanes, to + std::ptrdiff_t{j} * lanes);
  return to;
}

}  // namespace seafret
