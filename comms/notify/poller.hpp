// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <deque>
#include <exception>
#include <thread>

#include "comms/notify/options.hpp"
#include "comms/notify/way.hpp"

namespace seafret::notify {

/// A thread that looks after channels while the others compute.  It never calls MPI: channels that
/// do are left to the main thread.  What it meets is thrown by rethrow(), and it stops.
class Poller {
 public:
  /// The ways must outlive it.
  Poller(std::deque<Way>& ways, PollingThread kind);
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  /// Once.
  void rethrow() {
    if (!failed_.load(std::memory_order_acquire)) return;
    failed_.store(false);
    std::rethrow_exception(error_);
  }

 private:
  void poll();

  std::deque<Way>& ways_;
  bool pauses_;
  std::exception_ptr error_;
  std::atomic<bool> failed_ = false, ends_ = false;
  std::thread thread_;
};

}  // namespace seafret::notify
