// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/poller.hpp"

#include <chrono>

namespace seafret::notify {

Poller::Poller(std::deque<Way>& ways, PollingThread kind)
    : ways_(ways), pauses_(kind == PollingThread::pausing), thread_([this] { poll(); }) {}

Poller::~Poller() {
  ends_.store(true);
  thread_.join();
}

void Poller::poll() {
  constexpr std::chrono::microseconds pause(50);  // a timer may well make more of it
  try {
    while (!ends_.load(std::memory_order_relaxed)) {
      for (Way& way : ways_) way.progress();
      if (pauses_) std::this_thread::sleep_for(pause);
    }
  } catch (...) {
    error_ = std::current_exception();
    failed_.store(true, std::memory_order_release);
  }
}

}  // namespace seafret::notify
