// SPDX-License-Identifier: BSD-3-Clause
// What programs have in common of whose ranks one is to be lost.
#pragma once
#include <mpi.h>

#include <csignal>
#include <exception>
#include <string_view>

#include "comms/base/job.hpp"
#include "comms/base/wait_watch.hpp"

namespace seafret {

/// All of main(): `run` with the ranks of a job in which no wait is longer than a second. Where the
/// first argument is `at_once`, rank 1 stops before it has met the others.
template <class Run>
int run_until_lost(int argc, char** argv, Run run) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  set_job(MPI_COMM_WORLD);
  std::set_terminate(end_all_ranks);
  Wait::set_limit(1);
  if (argc > 1 && std::string_view(argv[1]) == "at_once" && rank_in(MPI_COMM_WORLD) == 1)
    std::raise(SIGSTOP);
  {
    const WaitWatch watch(MPI_COMM_WORLD, "the limit");
    run(Communicator(MPI_COMM_WORLD));
  }
  MPI_Finalize();
  return 0;
}

}  // namespace seafret
