// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

namespace seafret {

/// A program that is linked with ranks_as_threads.cpp has an MPI (Open MPI's names) whose ranks are
/// threads of one process: what ranks read and write of each other's memory can be seen by tools
/// that see all of one process only.  Calls work(rank) for each of so many ranks, whose
/// MPI_COMM_WORLD holds them all.
///
/// One rank runs at a time, until it waits for others in MPI: so nothing that a process has once
/// (lists, counters) is touched by two.
void run_ranks_as_threads(int ranks, const std::function<void(int rank)>& work);

/// Work of all ranks at once, without any order between them but what they make themselves: MPI,
/// in which nothing but MPI_Iprobe may be called, makes none.  Collective.
void all_at_once(const std::function<void()>& work);

}  // namespace seafret
