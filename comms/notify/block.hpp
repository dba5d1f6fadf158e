// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "comms/notify/where.hpp"

namespace seafret::notify {

/// A slice of registered memory of some rank, and the signals that tell when it has been sent, and
/// when it has been filled (UNR, section IV-D: BLK).  Plain bytes: whoever gets them, by whatever
/// means, can put to the slice or get from it, and never computes an address.
struct Block {
  static constexpr std::int32_t no_signal = -1;
  /// What the channels need to find the region; each has its words (Channel::key_words).
  using Keys = std::array<std::uint64_t, 8>;

  std::int32_t rank = -1, region = -1;
  std::uint64_t offset = 0, bytes = 0;
  std::int32_t send_signal = no_signal, receive_signal = no_signal;  ///< of its rank
  Keys keys = {};

  /// Some of its bytes, with the same signals: whoever has the block of a whole region puts to it
  /// by offset.  Throws NotifyError where it has not so many.
  Block slice(std::uint64_t first, std::uint64_t count,
              const Where& where = Where::current()) const {
    if (first > bytes || count > bytes - first)
      throw NotifyError(where, "bytes " + std::to_string(first) + " to " +
                                   std::to_string(first + count) + " of a block of " +
                                   std::to_string(bytes));
    Block some = *this;
    some.offset += first;
    some.bytes = count;
    return some;
  }
  /// The same bytes, with signals given by who uses it.
  Block telling(std::int32_t sent, std::int32_t filled) const {
    Block other = *this;
    other.send_signal = sent;
    other.receive_signal = filled;
    return other;
  }

  bool operator==(const Block&) const = default;
};
static_assert(std::is_trivially_copyable_v<Block>);

/// A piece of a message that lies here and there in both memories.
struct Slice {
  Block from, to;
};

}  // namespace seafret::notify
