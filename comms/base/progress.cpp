// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/progress.hpp"

#include <thread>

namespace seafret {

int wait_any(std::span<MPI_Request> requests) {
  int done = MPI_UNDEFINED;
  MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUS_IGNORE);
  return done;
}

void wait_all(std::span<MPI_Request> requests) {
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

void Polling::again() {
  constexpr std::int64_t impatient = 200, seldom = 64;
  if (++turns_ < impatient) return;
  std::this_thread::yield();
  if (turns_ % seldom != 0) return;
  int found = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, comm_, &found, MPI_STATUS_IGNORE);
}

}  // namespace seafret
