// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <cstddef>
#include <type_traits>
#include <vector>

#include "comms/base/progress.hpp"

namespace seafret {

/// Sends each of some ranks what `mine` has for it, and returns what they have for this one.
/// Collective over all who name each other.
template <class T>
std::vector<T> mail(const std::vector<int>& ranks, const std::vector<T>& mine, MPI_Comm comm) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> theirs(ranks.size());
  std::vector<MPI_Request> requests(2 * ranks.size());
  for (std::size_t n = 0; n < ranks.size(); ++n) {
    MPI_Irecv(&theirs[n], sizeof(T), MPI_BYTE, ranks[n], 0, comm, &requests[2 * n]);
    MPI_Isend(&mine[n], sizeof(T), MPI_BYTE, ranks[n], 0, comm, &requests[2 * n + 1]);
  }
  try {
    wait_all(requests);
  } catch (const LostRank&) {
    // Who is late must not write where nobody listens any more.
    for (std::size_t n = 0; n < requests.size(); n += 2) cancel(requests[n]);
    throw;
  }
  return theirs;
}

}  // namespace seafret
