// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

/// The last place from low to high of which before(place) holds, which it does up to some place and
/// not beyond; `low` where it holds nowhere.  By halving, to rounding.
template <class Before>
double last_place(double low, double high, Before before) {
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double middle = 0.5 * (low + high);
    (before(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace seafret
