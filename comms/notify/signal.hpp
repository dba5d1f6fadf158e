// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comms/base/wait.hpp"
#include "comms/notify/signal_table.hpp"
#include "comms/notify/where.hpp"

namespace seafret::notify {

/// What a signal waits for.
struct SignalOptions {
  std::string name = "signal";  ///< for what is said of it
  std::int64_t events = 1;      ///< puts and gets, of one or several ranks, in one round
  std::vector<int> peers = {};  ///< whose they are, by their ranks in the job (comms/base/job.hpp)
};

/// Fires when a number of events has come, each perhaps in sub-messages and over several channels
/// (UNR, section IV-B: multi-channel multi-message aggregated).
///
/// A round goes: armed, fired, reset.  Nothing of a round may come before reset() has begun it, by
/// the reader's promise (UNR, section V-A): reset() and test() tell where that was broken.  Of one
/// reader; others only add to its counters.
class Signal {
 public:
  /// Armed for round 0.  The table must outlive it.  Throws OptionError where the table is full,
  /// or there are more events than bits for them.
  Signal(SignalTable& table, SignalOptions options);
  ~Signal() { table_.give_back(number_); }
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  const std::string& name() const { return options_.name; }
  std::int32_t number() const { return number_; }  ///< in its table
  std::int64_t round() const { return round_.load(std::memory_order_relaxed); }

  /// Whether all events of this round have come; what they brought can be read then.  Throws
  /// NotifyError where more came.
  bool test(const Where& where = Where::current()) const {
    const std::int64_t now = left();
    if (table_.layout().overflowed(now)) complain(too_much, where);
    return now == 0;
  }

  /// Returns when all have come, once a round: throws NotifyError where it has returned already and
  /// no reset() came between, or as test() does.
  void wait(const Where& where = Where::current());

  /// Begins the next round, when all that it brings may be written.  Throws NotifyError where this
  /// round has not fired yet, or something of the next has come already.
  void reset(const Where& where = Where::current());

  /// "signal 'halo' (0x1: 1 events and 0 sub-messages left) in round 3"
  std::string state() const;

 private:
  friend class SignalTable;
  friend std::size_t wait_any(std::span<Signal* const> signals, const Where& where);

  /// Which of the counters is that of this round.
  std::size_t which() const { return table_.rounds() ? static_cast<std::size_t>(round() & 1) : 0; }
  /// Of this round, as CounterLayout has it.
  std::int64_t left() const {
    return counters_.of_round[which()].load(std::memory_order_acquire) +
           asked_[which()].load(std::memory_order_relaxed);
  }
  void ask();
  void look_until_fired(const Where& where);
  void take_notice(const Where& where);
  std::string left_in_words() const;
  std::string detail() const;
  static constexpr const char* too_much = "more has come than was awaited";
  [[noreturn]] void complain(const char* what, const Where& where) const;

  SignalTable& table_;
  SignalOptions options_;
  std::int32_t number_;
  // Only others write what they add to: a round's events are added here, and the cache line stays
  // with them.  The sum of both is UNR's counter.
  const Counters& counters_;
  std::array<std::atomic<std::int64_t>, 2> asked_ = {};  // of each counter, in all rounds
  std::atomic<std::int64_t> round_ = 0;  // read by the watch too, as what stands below
  std::atomic<const char*> file_ = "";
  std::atomic<int> line_ = 0;
  bool waited_ = false;
  Awaited awaited_;
};

/// Waits until one of them has fired that was not waited for in this round, and says which; as
/// Signal::wait() for that one.  Of several the one that comes first in the list.
std::size_t wait_any(std::span<Signal* const> signals, const Where& where = Where::current());

}  // namespace seafret::notify
