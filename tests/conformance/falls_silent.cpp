// SPDX-License-Identifier: BSD-3-Clause
// Linked with the program: rank 1 stops where the time loop begins.
#include <mpi.h>

#include <csignal>

extern "C" int MPI_Pcontrol(const int level, ...) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (level == 1 && rank == 1) std::raise(SIGSTOP);
  return MPI_SUCCESS;
}
