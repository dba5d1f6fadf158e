// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <optional>
#include <string>

#include "comms/base/mpi.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// What the trials of all swaps of a run have in common: the time that they may take together.  It
/// is a share of what a run of 500 steps takes.  What a step is nobody says: the longest time from
/// one swap to the next of the same.
///
/// All ranks tell it the same numbers in the same order, so that it answers all alike.
class Trials {
 public:
  static constexpr double usual_share = 0.02;

  explicit Trials(double share = usual_share) : share_(share) {}

  /// There is one swap more that will be tried, and will say how often it comes.
  void join() { ++unknown_; }
  /// One more has begun to say it.
  void hear_first() { --unknown_; }
  /// That a swap comes again every so many seconds.
  void saw_period(double seconds) { step_ = std::max(step_, seconds); }
  void spend(double seconds) { spent_ += seconds; }
  /// Whether there is so much time left.
  bool allow(double seconds) const { return spent_ + seconds <= share_ * steps * step_; }
  /// Whether a swap that has been there for so long need not wait for a better idea of a step:
  /// longer, where there are swaps of which nothing is known yet.
  bool are_due(double seconds) const {
    return seconds > (unknown_ > 0 ? many_swaps : first_steps) * step_;
  }

  /// As seafret::slowness(), which is asked once.  Collective.
  std::string slowness(const TransportKind& transport, const Communicator& comm);

 private:
  static constexpr double steps = 500, first_steps = 20, many_swaps = 1000;

  double share_;
  double step_ = 0, spent_ = 0;  // s
  int unknown_ = 0;              // swaps
  std::optional<std::string> slowness_of_windows_;
};

}  // namespace seafret
