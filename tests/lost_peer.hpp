// SPDX-License-Identifier: BSD-3-Clause
// What programs have in common of whose ranks one is to be lost.
#pragma once
#include <mpi.h>

#include <exception>

#include "comms/base/job.hpp"
#include "comms/base/wait_watch.hpp"

namespace seafret {

/// All of main(): `run` with the ranks of a job in which no wait is longer than a second.
template <class Run>
int run_until_lost(int argc, char** argv, Run run) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  set_job(MPI_COMM_WORLD);
  std::set_terminate(end_all_ranks);
  Wait::set_limit(1);
  {
    const Communicator comm(MPI_COMM_WORLD);
    const WaitWatch watch(comm, "the limit");
    run(comm);
  }
  MPI_Finalize();
  return 0;
}

}  // namespace seafret
