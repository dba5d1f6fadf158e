// SPDX-License-Identifier: BSD-3-Clause
// Another project that asks who shares its node: 0 if it is there itself.
#include <mpi.h>

#include "comms/base/mpi.hpp"
#include "comms/base/node.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const bool good = seafret::Node(MPI_COMM_WORLD, 0).mate(0) == 0;
  MPI_Finalize();
  return good ? 0 : 1;
}
