// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>

#include "comms/notify/counter.hpp"

namespace seafret::notify {

/// What a put tells its target: add this to the counter of that signal.
struct Notice {
  std::uint64_t signal = 0;
  std::int64_t addend = -1;
  bool odd = false;  ///< the round it belongs to, where rounds are told apart

  bool operator==(const Notice&) const = default;
};

/// The bits that a network carries with a put and shows at its target, low word first.
using CustomBits = std::array<std::uint64_t, 2>;

/// How well a channel can notify (UNR, Table I), by the number of its custom bits.
enum class Level {
  ordered_message = 0,  ///< none: a message behind the put
  index_only = 1,       ///< 8, 16: which signal; one event, and no sub-messages
  one_word = 2,         ///< 32: all for the signal (mode 1), or some for what is added (mode 2)
  half_and_half = 3,    ///< 64, 128
  adds_itself = 4,      ///< memory or a network that adds: nobody needs to poll
};

/// How custom bits are shared between a signal's number, what is added and the round.
class CustomLayout {
 public:
  /// `bits` is a number up to 64, or 128; of `index_bits` 0 chooses what Table I says: all bits up
  /// to 32, half of them above.  `rounds` takes a bit for the round from the signal's.  Throws
  /// OptionError where no bit is left for a signal.
  CustomLayout(int bits, bool rounds, int index_bits = 0);

  Level level() const;
  int bits() const { return index_bits_ + addend_bits_ + (rounds_ ? 1 : 0); }
  /// log2 of how many signals can be told apart.
  int index_bits() const { return index_bits_; }
  /// Into how many sub-messages a message may be cut; 1 where only -1 can be added.
  std::int64_t most_sub_messages(const CounterLayout& counter) const;

  /// Where not, the notice goes in an ordered message.
  bool fits(const Notice& notice) const;
  CustomBits encode(const Notice& notice) const;  ///< of one that fits
  Notice decode(CustomBits bits) const;

 private:
  int index_bits_ = 0, addend_bits_ = 0;
  bool rounds_ = false;
};

}  // namespace seafret::notify
