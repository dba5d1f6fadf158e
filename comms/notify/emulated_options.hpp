// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace seafret::notify {

/// The NIC that the channel `emulated` plays.  Its custom bits are those of NotifyOptions.
struct EmulatedOptions {
  int rails = 1;            ///< 1 to 64; each keeps its order, ...
  bool reordering = false;  ///< ... unless a message may overtake others of its rail
  bool adds = false;        ///< adds to counters itself (level 4), whatever the bits
  bool timed = false;       ///< a message arrives at its time, not after so many looks
  int sharers = 1;          ///< so many ranks in a row share their rails, if timed
  double rate = 1e9;        ///< bytes/s of a rail, if timed
  double latency_s = 5e-6;  ///< if timed
  double jitter_s = 0;      ///< if timed: up to so much is added
  int most_looks = 16;      ///< of its target before a message arrives, if not timed
  std::uint64_t seed = 1;   ///< of all that is drawn
};

}  // namespace seafret::notify
