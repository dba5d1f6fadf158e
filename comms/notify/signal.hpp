// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "comms/notify/counter.hpp"

namespace seafret::notify {

/// A line of a program.  What std::source_location is, which Clang 14 has not.
struct Where {
  const char* file = "";
  int line = 0;

  /// That of the caller; as a default argument, that of the caller's caller.
  static constexpr Where current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

/// A signal was used against its rules, or more came than was awaited: says which one, what its
/// counter holds, and in which line it was noticed.
struct SignalError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What puts add to, wherever it lies: in memory that others map, or behind a network.
struct Counters {
  /// One; or, where rounds are told apart, one for the even and one for the odd ones.
  alignas(64) std::array<std::atomic<std::int64_t>, 2> of_round = {};

  void add(std::int64_t addend, bool odd) {
    of_round[odd ? 1 : 0].fetch_add(addend, std::memory_order_acq_rel);
  }
};

/// What a signal waits for.
struct SignalOptions {
  std::string name = "signal";  ///< for what is said of it
  std::int64_t events = 1;      ///< puts and gets, of one or several ranks, in one round
  CounterLayout counter = CounterLayout();
  /// Tell rounds apart by their lowest bit.  What comes one round early then never fires a round
  /// that is not complete: without it the sub-messages of two rounds can add up to zero.
  bool rounds = true;
};

/// Fires when a number of events has come, each perhaps in sub-messages and over several channels
/// (UNR, section IV-B: multi-channel multi-message aggregated).
///
/// A round goes: armed, fired, reset.  Nothing of a round may come before reset() has begun it, by
/// the reader's promise (UNR, section V-A): reset() and test() tell where that was broken.  Of one
/// reader; others only add to its counters.
class Signal {
 public:
  /// Armed for round 0.  The counters must outlive it.  Throws InputError where there are more
  /// events than bits for them.
  Signal(Counters& counters, SignalOptions options);
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  const std::string& name() const { return options_.name; }
  std::int64_t round() const { return round_; }

  /// Whether all events of this round have come; what they brought can be read then.  Throws
  /// SignalError where more came.
  bool test(const Where& where = Where::current()) const;

  /// Begins the next round, when all that it brings may be written.  Throws SignalError where this
  /// round has not fired yet, or something of the next has come already.
  void reset(const Where& where = Where::current());

  /// "signal 'halo' (0x1: 1 events and 0 sub-messages left) in round 3"
  std::string state() const;

 private:
  /// That of this round.
  std::atomic<std::int64_t>& counter() const {
    return counters_.of_round[options_.rounds ? static_cast<std::size_t>(round_ & 1) : 0];
  }
  [[noreturn]] void complain(const std::string& what, const Where& where) const;

  Counters& counters_;
  SignalOptions options_;
  std::int64_t round_ = 0;
};

}  // namespace seafret::notify
