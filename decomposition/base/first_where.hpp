// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

/// The smallest t in [low, high] for which far_enough(t) holds; it must hold at `high` and stay
/// true.
template <class Test>
int first_where(int low, int high, Test far_enough) {
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (far_enough(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace seafret
