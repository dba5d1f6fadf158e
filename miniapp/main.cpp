// SPDX-License-Identifier: BSD-3-Clause
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

#include "miniapp/command.hpp"
#include "miniapp/files/hdf5.hpp"

namespace {

enum Status { input_is_wrong = 1, could_not_go_on = 3 };

/// Ends the run where one rank alone met something.  No handler catches that, so it comes here with
/// its stack still whole: on the way to a handler the destructors of files and communicators would
/// wait for the other ranks, for ever.
[[noreturn]] void end_all_ranks() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Where rank 0 has met the same, it speaks for all, and ends the others meanwhile.
  if (rank > 0) std::this_thread::sleep_for(std::chrono::seconds(1));
  try {
    if (std::current_exception()) throw;
    std::fprintf(stderr, "seafret: rank %d: ended for no known reason\n", rank);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "seafret: rank %d: %s\n", rank, e.what());
  } catch (...) {
    std::fprintf(stderr, "seafret: rank %d: ended by something that is no exception\n", rank);
  }
  MPI_Abort(MPI_COMM_WORLD, could_not_go_on);
  std::_Exit(could_not_go_on);
}

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
  std::set_terminate(end_all_ranks);
  seafret::silence_hdf5();
  const int status = run_program(argc, argv, seafret::Communicator(MPI_COMM_WORLD));
  MPI_Finalize();
  return status;
}
