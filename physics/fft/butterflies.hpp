// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

namespace seafret {

struct Complex {
  double re = 0, im = 0;
};
inline Complex operator+(const Complex& a, const Complex& b) { return {a.re + b.re, a.im + b.im}; }
inline Complex operator-(const Complex& a, const Complex& b) { return {a.re - b.re, a.im - b.im}; }
inline Complex operator*(double s, const Complex& a) { return {s * a.re, s * a.im}; }
inline Complex operator*(const Complex& a, const Complex& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
/// -i a.
inline Complex turned(const Complex& a) { return {a.im, -a.re}; }
inline Complex conjugate(const Complex& a) { return {a.re, -a.im}; }

/// exp(-2 pi i number / of), correctly rounded or nearly so.
Complex root_of_unity(long number, long of);

/// The Fourier transform of two, three, four or five points.
inline std::array<Complex, 2> transformed(const std::array<Complex, 2>& a) {
  return {a[0] + a[1], a[0] - a[1]};
}
inline std::array<Complex, 3> transformed(const std::array<Complex, 3>& a) {
  constexpr double sin60 = 0.86602540378443864676;
  const Complex sum = a[1] + a[2];
  const Complex middle = a[0] - 0.5 * sum, side = turned(sin60 * (a[1] - a[2]));
  return {a[0] + sum, middle + side, middle - side};
}
inline std::array<Complex, 4> transformed(const std::array<Complex, 4>& a) {
  const Complex even = a[0] + a[2], odd = a[1] + a[3];
  const Complex rest = a[0] - a[2], side = turned(a[1] - a[3]);
  return {even + odd, rest + side, even - odd, rest - side};
}
inline std::array<Complex, 5> transformed(const std::array<Complex, 5>& a) {
  constexpr double cos72 = 0.30901699437494742410, cos144 = -0.80901699437494742410;
  constexpr double sin72 = 0.95105651629515357212, sin144 = 0.58778525229247312917;
  const Complex near = a[1] + a[4], far = a[2] + a[3];
  const Complex near_rest = a[1] - a[4], far_rest = a[2] - a[3];
  const Complex first = a[0] + (cos72 * near + cos144 * far);
  const Complex second = a[0] + (cos144 * near + cos72 * far);
  const Complex first_side = turned(sin72 * near_rest + sin144 * far_rest);
  const Complex second_side = turned(sin144 * near_rest - sin72 * far_rest);
  return {a[0] + (near + far), first + first_side, second + second_side, second - second_side,
          first - first_side};
}

}  // namespace seafret
