// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <atomic>
#include <optional>
#include <string>
#include <thread>

#include "comms/base/suspects.hpp"

namespace seafret {

/// Ends the run where a wait lasts longer than Wait::limit(): one rank says on stderr who waited
/// for whom, in what, in which step, and leaves with exit status 3.
///
/// MPI cannot be interrupted while it waits, so a thread of its own keeps watch.  It never calls
/// MPI.  It counts a tick of its clock as no more than two: who is suspended and continued together
/// with all others has not waited meanwhile.
class WaitWatch {
 public:
  /// Collective, and watched itself: whom it waits for then nobody can tell.  `key` is what a user
  /// sets the limit by.
  WaitWatch(MPI_Comm job, std::string key);
  /// Of this rank alone, which sees nothing of the others: for a library, whose Patience ends all
  /// waits but those of MPI itself some seconds before.
  explicit WaitWatch(std::string key);

  /// By what number it calls this rank from now on.
  void speak_for(int rank) { rank_ = rank; }

 private:
  std::jthread begun();
  void run(const std::stop_token& stop);
  void tick(double seconds);
  void judge(const Wait::Present& now, double age);
  void leave_if_spoken(const WaitBoard& board, double seconds);

  std::atomic<int> rank_ = 0;
  std::string key_;
  Suspects suspects_;
  std::optional<WaitBoard> made_;
  std::atomic<WaitBoard*> board_ = nullptr;  // once it is made
  WaitAge age_;
  double spoken_s_ = 0;
  std::jthread thread_;  // ends first
};

}  // namespace seafret
