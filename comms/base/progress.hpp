// SPDX-License-Identifier: BSD-3-Clause
// Every wait of a swap passes through here, in MPI or in memory that ranks share.
#pragma once
#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace seafret {

/// As MPI_Waitany: the number of a request that is done, MPI_UNDEFINED if none is left.
int wait_any(std::span<MPI_Request> requests);
/// As MPI_Waitall.
void wait_all(std::span<MPI_Request> requests);

/// One wait that polls: lets others run after a while, and gives MPI a chance to move the messages
/// of other swaps.
class Polling {
 public:
  explicit Polling(MPI_Comm comm) : comm_(comm) {}
  /// To be called whenever nobody was found ready yet.
  void again();

 private:
  MPI_Comm comm_;
  std::int64_t turns_ = 0;
};

/// Asks work(p) of every pending peer, again and again, until it has returned true for each.
template <class Peer, class Work>
void poll(std::vector<Peer>& pending, MPI_Comm comm, Work work) {
  for (Polling polling(comm); !pending.empty();)
    if (std::erase_if(pending, work) == 0) polling.again();
}

}  // namespace seafret
