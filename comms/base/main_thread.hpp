// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <thread>

namespace seafret {

/// Which thread is the main one, that calls MPI: the one that the program began with.  Where calls
/// come from one thread after the other, the one that calls.
class MainThread {
 public:
  static bool is_this() { return thread_.load(relaxed) == std::this_thread::get_id(); }
  static void becomes_this() { thread_.store(std::this_thread::get_id(), relaxed); }

 private:
  static constexpr auto relaxed = std::memory_order_relaxed;
  static inline std::atomic<std::thread::id> thread_{std::this_thread::get_id()};
};

}  // namespace seafret
