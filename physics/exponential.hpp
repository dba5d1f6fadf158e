// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

namespace seafret {

/// e to the power of x, to 1.1 units of the last place; beyond +-700 as there.  Of sums and
/// products alone, so that a loop of it is worked on in vectors, and the same on any machine and
/// with any library of mathematics.
inline double exponential(double x) {
  constexpr double per_ln2 = 0x1.71547652b82fep+0;
  constexpr double ln2 = 0x1.62e42feep-1, rest_of_ln2 = 0x1.a39ef35793c76p-33;
  constexpr double shift = 0x1.8p52;  // the mantissa of shift + n ends in n
  const double within = std::min(std::max(x, -700.), 700.);
  const double shifted = within * per_ln2 + shift;
  const double n = shifted - shift;
  const double r = (within - n * ln2) - n * rest_of_ln2, s = r * r;  // x = n ln 2 + r
  const double even =
      1. / 2 +
      s * (1. / 24 + s * (1. / 720 + s * (1. / 40320 + s * (1. / 3628800 + s * (1. / 479001600)))));
  const double odd =
      1. / 6 + s * (1. / 120 + s * (1. / 5040 + s * (1. / 362880 +
                                                     s * (1. / 39916800 + s * (1. / 6227020800)))));
  const double to_the_r = 1 + (r + s * (even + r * odd));
  const std::int64_t exponent = std::bit_cast<std::int64_t>(shifted) << 52;
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(to_the_r) + exponent);
}

}  // namespace seafret
