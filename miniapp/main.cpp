// SPDX-License-Identifier: BSD-3-Clause
#include <mpi.h>

#include <cstdio>
#include <exception>

#include "miniapp/command_line/command.hpp"
#include "miniapp/files/hdf5.hpp"

namespace {

enum Status { input_is_wrong = 1, could_not_go_on = 3 };

/// For what all ranks know alike: one says it, and all end in good order.
int refuse(const seafret::Communicator& comm, const std::exception& e, Status status) {
  if (comm.rank() == 0) std::fprintf(stderr, "seafret: %s\n", e.what());
  return status;
}

int run_program(int argc, char** argv, const seafret::Communicator& comm) {
  try {
    return seafret::execute(argc, argv, comm);
  } catch (const seafret::InputError& e) {
    return refuse(comm, e, input_is_wrong);
  } catch (const seafret::RunError& e) {
    return refuse(comm, e, could_not_go_on);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  std::set_terminate(seafret::end_all_ranks);
  seafret::silence_hdf5();
  const int status = run_program(argc, argv, seafret::Communicator(MPI_COMM_WORLD));
  MPI_Finalize();
  return status;
}
