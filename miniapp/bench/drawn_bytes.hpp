// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace seafret {

/// Byte `place` of a message.  None is the same with the next seed.
inline std::byte drawn_byte(std::size_t place, int seed) {
  return static_cast<std::byte>((place * 31 + (place >> 8) * 7 + static_cast<std::size_t>(seed)) &
                                0xff);
}

inline void draw(std::span<std::byte> message, int seed) {
  for (std::size_t i = 0; i < message.size(); ++i) message[i] = drawn_byte(i, seed);
}

/// How many are not as drawn.
inline std::int64_t wrong_bytes(std::span<const std::byte> message, int seed) {
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < message.size(); ++i) wrong += message[i] != drawn_byte(i, seed);
  return wrong;
}

}  // namespace seafret
