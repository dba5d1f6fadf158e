// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/base/wait_watch.hpp"

namespace seafret {

/// What a call does first, on this rank of its domain.  Where MPI itself waits for a rank that is
/// lost nobody can give up, so a watch ends the program.  There is one of a process, from its first
/// domain to its end: a static one would be joined where a child of the process ends, which has
/// none.
inline void watch_over(int rank) {
  static WaitWatch& watch = *new WaitWatch("timeout");
  watch.speak_for(rank);
}

}  // namespace seafret
