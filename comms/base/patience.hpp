// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace seafret {

/// How long a rank waits for another before it gives it up for lost, and what it says then.
/// MPI cannot be interrupted while it waits by itself: there the limit holds only where `in_mpi`
/// asks for it, because MPI must then be asked over and over.
struct Patience {
  double seconds = 300;  ///< 0: for ever
  bool in_mpi = false;
  std::string swap = "halo";             ///< whose messages are waited for
  const std::int64_t* step = nullptr;    ///< of the model, where it counts any
  std::function<int(int)> rank_of = {};  ///< a peer's rank by its number

  /// Throws std::runtime_error, by this rank alone.
  [[noreturn]] void give_up(int peer) const;
};

/// One wait that polls: lets others run after a while, gives MPI a chance to move the messages of
/// other swaps, and looks at the clock now and then.
class Polling {
 public:
  Polling(const Patience& patience, MPI_Comm comm) : patience_(patience), comm_(comm) {}
  /// To be called whenever nobody was found ready yet; `who` says which peer is missing.
  template <class Who>
  void again(Who who) {
    if (is_over()) patience_.give_up(who());
  }

 private:
  bool is_over();

  const Patience& patience_;
  MPI_Comm comm_;
  std::int64_t turns_ = 0;
  std::chrono::steady_clock::time_point start_ = {};
};

/// Asks work(p) of every pending peer, again and again, until it has returned true for each.
template <class Peer, class Work>
void poll(std::vector<Peer>& pending, const Patience& patience, MPI_Comm comm, Work work) {
  for (Polling polling(patience, comm); !pending.empty();)
    if (std::erase_if(pending, work) == 0)
      polling.again([&] { return static_cast<int>(pending.front()); });
}

/// As MPI_Waitany: the number of a request that is done, MPI_UNDEFINED if none is left.  Request p
/// is peer p's.
int wait_any(std::span<MPI_Request> requests, const Patience& patience);
/// As MPI_Waitall.
void wait_all(std::span<MPI_Request> requests, const Patience& patience);
/// As MPI_Wait; for all peers together.
void wait_for(MPI_Request& request, const Patience& patience);

}  // namespace seafret
