// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/progress.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <limits>
#include <thread>
#include <utility>

namespace seafret {
namespace {

/// Whether a wait must not be left to MPI.
bool must_poll() { return Progressing::any() || Patience::ends(); }

std::string listed(const std::vector<int>& ranks) {
  return ranks.empty()
             ? "the others"
             : fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
}

/// Calls test(&done), which also drives MPI, until it has said that it is.
template <class Test>
void poll_until(Test test) {
  int done = 0;
  for (Polling polling; test(&done), done == 0;) polling.again();
}

}  // namespace

Progressing::Progressing(std::function<void()> progress) : progress_(std::move(progress)) {
  all_.push_back(this);
}

Progressing::~Progressing() { std::erase(all_, this); }

void Progressing::all() {
  if (busy_) return;
  const struct Busy {
    Busy() { busy_ = true; }
    ~Busy() { busy_ = false; }
  } while_they_move;
  for (const Progressing* const one : all_) one->progress_();
}

void Patience::set_limit(double seconds) {
  limit_ = seconds > 0 ? seconds : std::numeric_limits<double>::infinity();
  Wait::set_limit(limit_);
}

void Patience::check(double seconds) {
  if (!lost_.empty()) throw LostRank(lost_);
  if (!ends() || seconds < limit_) return;
  const auto wait = Wait::story(Wait::present().turn);
  lost_ =
      fmt::format("{} has waited for {} for {:g} s; {} lost or stuck", wait ? wait->what : "a wait",
                  listed(wait ? wait->missing : std::vector<int>()), limit_,
                  wait && wait->missing.size() == 1 ? "it is" : "one of them is");
  throw LostRank(lost_);
}

void Patience::keep_for_later() noexcept {
  if (!ends()) std::terminate();
  try {
    throw;
  } catch (const std::exception& e) {
    lost_ = e.what();
  }
}

void Patience::keep_for_later(const std::string& why) noexcept {
  if (ends()) {
    lost_ = why;
    return;
  }
  std::fputs(("seafret: " + why + "\n").c_str(), stderr);
  std::terminate();
}

int wait_any(std::span<MPI_Request> requests) {
  const auto count = static_cast<int>(requests.size());
  int which = MPI_UNDEFINED;
  if (!must_poll())
    MPI_Waitany(count, requests.data(), &which, MPI_STATUS_IGNORE);
  else
    poll_until(
        [&](int* done) { MPI_Testany(count, requests.data(), &which, done, MPI_STATUS_IGNORE); });
  return which;
}

void wait_all(std::span<MPI_Request> requests) {
  if (!must_poll()) {
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    return;
  }
  // One by one: MPICH 4.0 fails in MPI_Testall of partitioned messages.
  for (MPI_Request& request : requests)
    poll_until([&](int* done) { MPI_Test(&request, done, MPI_STATUS_IGNORE); });
}

void cancel(MPI_Request& receive) {
  if (receive == MPI_REQUEST_NULL) return;
  MPI_Cancel(&receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
}

void wait_exposed(MPI_Win window) {
  if (!must_poll())
    MPI_Win_wait(window);
  else
    poll_until([&](int* done) { MPI_Win_test(window, done); });
}

void meet(MPI_Comm comm) {
  if (!must_poll()) return;
  Patience::check();
  MPI_Request all_are_here = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm, &all_are_here);
  wait_all({&all_are_here, 1});
}

void Polling::again() {
  if (Progressing::any()) Progressing::all();
  // Others may run, and MPI and the clock are asked, so seldom: each takes longer than a look.
  constexpr std::int64_t impatient = 200, seldom = 64;
  if (++turns_ < impatient) return;
  std::this_thread::yield();
  if (turns_ % seldom != 0) return;
  if (Patience::ends()) {
    if (!since_) since_.emplace();
    Patience::check(since_->seconds());
  }
  int found = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, comm_, &found, MPI_STATUS_IGNORE);
}

}  // namespace seafret
