// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comms/notify/counter.hpp"
#include "comms/notify/custom_bits.hpp"

namespace seafret::notify {

/// What puts add to, wherever it lies: in memory that others map, or behind a network.  Nobody else
/// writes it.
struct Counters {
  /// One; or, where rounds are told apart, one for the even and one for the odd ones.
  alignas(64) std::array<std::atomic<std::int64_t>, 2> of_round = {};

  void add(std::int64_t addend, bool odd) {
    of_round[odd ? 1 : 0].fetch_add(addend, std::memory_order_acq_rel);
  }
};

class Signal;

/// The counters of a rank's signals, where puts find them by number.  Signals come and go on one
/// thread; any thread may add.
class SignalTable {
 public:
  /// The counters must outlive it.  `rounds`: tell rounds apart by their lowest bit.  What comes
  /// one round early then never fires a round that is not complete: without it the sub-messages of
  /// two rounds can add up to zero.
  explicit SignalTable(std::span<Counters> counters, CounterLayout layout = CounterLayout(),
                       bool rounds = true);

  const CounterLayout& layout() const { return layout_; }
  bool rounds() const { return rounds_; }
  /// Whether there is a signal of this number now.
  bool has(std::uint64_t number) const {
    return number < signals_.size() && signals_[number] != nullptr;
  }
  /// Whether the round of this signal is an odd one, where rounds are told apart.
  bool is_odd(std::uint64_t number) const;

  /// Throws InputError where no signal can be of so many events, each of so many sub-messages: an
  /// OptionError where there are too few bits for them, or too many for what is left.
  void insist_on_bits(const std::string& signal, std::int64_t events,
                      std::int64_t sub_messages = 1) const;

  /// Throws std::out_of_range where the table is shorter.
  void add(const Notice& notice);

 private:
  friend class Signal;
  std::int32_t take(const Signal& signal);
  void give_back(std::int32_t number) { signals_[static_cast<std::size_t>(number)] = nullptr; }

  std::span<Counters> counters_;
  CounterLayout layout_;
  bool rounds_;
  std::vector<const Signal*> signals_;
};

}  // namespace seafret::notify
