// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace seafret {

/// How a swap of halos goes about it, in the words of a case file.  The same on all ranks.
struct WayInWords {
  std::string transport, window, on_node;  ///< no window if it has none
  std::string packing = "packed";
  int combine = 0;  ///< fields that travel together; 0: all

  bool operator==(const WayInWords&) const = default;
};

/// A way of swapping that a run may try for one of its swaps.  The same on all ranks.
struct Tried {
  WayInWords way;
  double least_s = 0;        ///< that a swap took, on the slowest rank
  std::string refused = {};  ///< why it was not timed; else empty
  bool kept = false;
};

}  // namespace seafret
