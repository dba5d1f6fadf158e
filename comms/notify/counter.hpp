// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

namespace seafret::notify {

/// How a signal's 64-bit counter is shared out (UNR, section IV-B): the low `event_bits` say how
/// many events are left, the bit above them shows that there were too many, and the rest says how
/// many sub-messages are left.  It is zero if and only if all sub-messages of all events have come.
class CounterLayout {
 public:
  /// Throws InputError unless 1 <= event_bits <= 61.
  explicit CounterLayout(int event_bits = 15);

  int event_bits() const { return event_bits_; }
  std::int64_t most_events() const { return (std::int64_t{1} << event_bits_) - 1; }
  /// Into how many sub-messages each of so many messages may be cut.
  std::int64_t most_sub_messages(std::int64_t events) const {
    return ((std::int64_t{1} << (62 - event_bits_)) - 1) / events + 1;
  }

  /// What sub-message `number` of a message cut into so many adds: the first is the event, and says
  /// how many others there are; each of these counts itself off.
  std::int64_t addend(int number, int of) const {
    return number == 0 ? -1 + (of - 1) * one_sub_message() : -one_sub_message();
  }
  bool overflowed(std::int64_t counter) const { return (counter >> event_bits_ & 1) != 0; }
  /// In words: "0x...: 2 events and -1 sub-messages left", or how many were too many.
  std::string taken_apart(std::int64_t counter) const;

 private:
  std::int64_t one_sub_message() const { return std::int64_t{1} << (event_bits_ + 1); }

  int event_bits_;
};

}  // namespace seafret::notify
