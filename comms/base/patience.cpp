// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/patience.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace seafret {
namespace {

constexpr int any_peer = -1;

bool is_waited_for(MPI_Request r) {
  int done = 0;
  MPI_Request_get_status(r, &done, MPI_STATUS_IGNORE);  // so are null and inactive ones
  return done == 0;
}

}  // namespace

void Patience::give_up(int peer) const {
  const std::string who =
      peer == any_peer ? "the others" : "rank " + std::to_string(rank_of ? rank_of(peer) : peer);
  const std::string when = step == nullptr ? "" : " in step " + std::to_string(*step);
  throw std::runtime_error("the swap '" + swap + "' has waited for " + who + when + " for " +
                           std::to_string(static_cast<int>(seconds)) +
                           " s (comm.timeout); it is lost or stuck");
}

bool Polling::is_over() {
  constexpr std::int64_t impatient = 200, seldom = 64;
  if (++turns_ < impatient) return false;
  std::this_thread::yield();
  if (turns_ % seldom != 0) return false;
  int found = 0;
  if (comm_ != MPI_COMM_NULL) MPI_Iprobe(MPI_ANY_SOURCE, 0, comm_, &found, MPI_STATUS_IGNORE);
  if (patience_.seconds <= 0) return false;
  const auto now = std::chrono::steady_clock::now();
  if (start_ == std::chrono::steady_clock::time_point{}) start_ = now;
  return std::chrono::duration<double>(now - start_).count() > patience_.seconds;
}

int wait_any(std::span<MPI_Request> requests, const Patience& patience) {
  const int count = static_cast<int>(requests.size());
  int done = MPI_UNDEFINED, flag = 0;
  if (!patience.in_mpi) {
    MPI_Waitany(count, requests.data(), &done, MPI_STATUS_IGNORE);
    return done;
  }
  for (Polling polling(patience, MPI_COMM_NULL);;) {
    MPI_Testany(count, requests.data(), &done, &flag, MPI_STATUS_IGNORE);
    if (flag != 0) return done;
    polling.again([&] {
      return static_cast<int>(std::ranges::find_if(requests, is_waited_for) - requests.begin());
    });
  }
}

void wait_all(std::span<MPI_Request> requests, const Patience& patience) {
  if (patience.in_mpi) {
    while (wait_any(requests, patience) != MPI_UNDEFINED) continue;
    return;
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

void wait_for(MPI_Request& request, const Patience& patience) {
  if (!patience.in_mpi) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  for (Polling polling(patience, MPI_COMM_NULL);;) {
    int flag = 0;
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    if (flag != 0) return;
    polling.again([] { return any_peer; });
  }
}

}  // namespace seafret
