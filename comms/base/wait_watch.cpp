// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/wait_watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>

#include "comms/base/stopwatch.hpp"

namespace seafret {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::duration<double> tick_length = 50ms;
constexpr int could_not_go_on = 3;

/// Threads that are begun while it lives leave signals to the main thread.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_;
};

/// No destructor may run: they would wait for the others.
[[noreturn]] void leave(const std::string& last_words) {
  static_cast<void>(!::write(STDERR_FILENO, last_words.data(), last_words.size()));
  std::this_thread::sleep_for(200ms);  // MPICH's launcher forgets what it has not read by then
  ::_exit(could_not_go_on);
}

}  // namespace

WaitWatch::WaitWatch(MPI_Comm job, std::string key)
    : rank_(rank_in(job)), key_(std::move(key)), suspects_(ranks_of(job)), thread_(begun()) {
  board_ = &made_.emplace(job);
}

WaitWatch::WaitWatch(std::string key) : key_(std::move(key)), suspects_(1), thread_(begun()) {}

std::jthread WaitWatch::begun() {
  const NoSignals here;
  return std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void WaitWatch::run(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any alarm;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    const Stopwatch since;
    alarm.wait_for(lock, stop, tick_length, [] { return false; });
    tick(std::min(since.seconds(), 2 * tick_length.count()));
  }
}

void WaitWatch::tick(double seconds) {
  const Wait::Present now = Wait::present();
  if (WaitBoard* const board = board_; board != nullptr) {
    board->beat(now.waits);
    suspects_.observe(board->look(), seconds);
    leave_if_spoken(*board, seconds);
  }
  judge(now, age_.after(now, seconds));
}

/// Who has spoken has left, and the launcher should end the others.
void WaitWatch::leave_if_spoken(const WaitBoard& board, double seconds) {
  if (board.has_been_spoken() && (spoken_s_ += seconds) > 5) ::_exit(could_not_go_on);
}

void WaitWatch::judge(const Wait::Present& now, double age) {
  const double limit = Wait::limit();
  if (limit <= 0 || age < limit) return;
  const auto wait = Wait::story(now.turn);
  if (!wait) return;
  WaitBoard* const board = board_;
  // Without one nobody knows who has spoken: the first ranks speak first, and end the others.
  const double later = board == nullptr ? 0.2 * std::min(rank_.load(), 25) : 0;
  const auto rank = suspects_.blame({age - limit - later, limit, wait->missing});
  if (!rank || (board != nullptr && !board->may_speak())) return;
  const bool one = *rank != Suspects::others;
  leave(
      fmt::format("seafret: rank {}: {} has waited for {}{} for {:g} s ({}); {} is lost or stuck\n",
                  rank_.load(), wait->what, one ? fmt::format("rank {}", *rank) : "the others",
                  wait->when, limit, key_, one ? "it" : "one of them"));
}

}  // namespace seafret
