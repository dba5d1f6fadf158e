// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// What the trials of all swaps of a run have cost, by their own accounting: of each part that of
/// the slowest rank.  The same on all ranks.
struct TrialCost {
  double making_s = 0;     ///< making and destroying ways, and deciding
  double swapping_s = 0;   ///< what swaps took longer than by the best way known by then
  double step_s = 0;       ///< what a step takes beside them; 0 where nobody knows yet
  int swaps = 0;           ///< that have had something to try
  int unfinished = 0;      ///< of these, that have not chosen
  bool cut_short = false;  ///< with more time more would have been tried

  double all_s() const { return making_s + swapping_s; }
};

/// What the trials of all swaps of a run have in common: the time that they may take together.  It
/// is a share of what a run of 500 steps takes.  What a step is nobody says: the longest time from
/// one swap to the next of the same.
///
/// All ranks tell it the same numbers in the same order, so that it answers all alike.
class Trials {
 public:
  static constexpr double usual_share = 0.02;
  static constexpr double steps = 500;

  explicit Trials(double share = usual_share) : share_(share) {}

  /// There is one swap more that will be tried, and will say how often it comes.  Its number.
  std::size_t join() {
    ++unknown_;
    ++cost_.swaps;
    ++cost_.unfinished;
    periods_.push_back(0);
    return periods_.size() - 1;
  }
  /// One more has begun to say it.
  void hear_first() { --unknown_; }
  /// That a swap comes again every so many seconds, beside what trials have cost meanwhile.
  void saw_period(std::size_t swap, double seconds) {
    periods_[swap] = seconds;
    cost_.step_s = *std::max_element(periods_.begin(), periods_.end());
  }
  /// Time that somebody is about to spend; less than none gives it back.
  void reserve(double seconds) { reserved_ += seconds; }
  void spend(double making_s, double swapping_s) {
    cost_.making_s += making_s;
    cost_.swapping_s += swapping_s;
  }
  /// Whether there is so much time left.
  bool allow(double seconds) const {
    return cost_.all_s() + reserved_ + seconds <= share_ * steps * cost_.step_s;
  }
  /// There was no time for something.
  void cut_short() { cost_.cut_short = true; }
  /// One more swap has chosen.
  void leave() { --cost_.unfinished; }
  /// Whether a swap that has been there for so long need not wait for a better idea of a step:
  /// longer, where there are swaps of which nothing is known yet.
  bool are_due(double seconds) const {
    return cost_.step_s > 0 && seconds > (unknown_ > 0 ? many_swaps : first_steps) * cost_.step_s;
  }
  const TrialCost& cost() const { return cost_; }
  /// Of 500 steps, that they may cost.
  double share() const { return share_; }

  /// As seafret::slowness(), which is asked once.  Collective.
  std::string slowness(const TransportKind& transport, const Communicator& comm);

 private:
  static constexpr double first_steps = 20, many_swaps = 1000;

  double share_;
  TrialCost cost_;
  double reserved_ = 0;          // s
  std::vector<double> periods_;  // of each swap, s
  int unknown_ = 0;              // swaps
  std::optional<std::string> slowness_of_windows_;
};

}  // namespace seafret
