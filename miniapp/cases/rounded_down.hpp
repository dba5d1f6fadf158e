// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

namespace seafret {

/// A number above 0 to so many digits and not above it: who types what a message says may be at
/// most is not refused again.
inline double rounded_down(double number, int digits) {
  const double unit = std::pow(10., std::floor(std::log10(number)) + 1 - digits);
  const double rounded = std::floor(number / unit) * unit;
  return rounded <= number ? rounded : rounded - unit;
}

}  // namespace seafret
