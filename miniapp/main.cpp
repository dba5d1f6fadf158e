// SPDX-License-Identifier: BSD-3-Clause
#include <mpi.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory_resource>
#include <optional>

#include "comms/base/job.hpp"
#include "comms/base/wait_watch.hpp"
#include "decomposition/base/floating_point_traps.hpp"
#include "decomposition/base/huge_pages.hpp"
#include "miniapp/command_line/command.hpp"
#include "miniapp/files/hdf5.hpp"

namespace {

enum Status { input_is_wrong = 1, could_not_go_on = 3 };

const seafret::Awaited the_end("the end of the run");

/// For what all ranks know alike: one says it, and all end in good order.
int refuse(const std::exception& e, Status status) {
  if (seafret::rank_in(MPI_COMM_WORLD) == 0) std::fprintf(stderr, "seafret: %s\n", e.what());
  return status;
}

/// The watch outlives this, to see the end.
int run_program(int argc, char** argv, int threads, std::optional<seafret::WaitWatch>& watch) {
  try {
    if (threads < MPI_THREAD_FUNNELED)
      throw seafret::InputError(
          "this MPI forbids a process to have threads besides the one that calls it "
          "(MPI_THREAD_FUNNELED), which seafret cannot do without; use an MPI that is built for "
          "them");
    seafret::insist_on_own_launcher(MPI_COMM_WORLD);
    watch.emplace(MPI_COMM_WORLD, "comm.timeout");
    return seafret::execute(argc, argv, seafret::Communicator(MPI_COMM_WORLD));
  } catch (const seafret::InputError& e) {
    return refuse(e, input_is_wrong);
  } catch (const seafret::RunError& e) {
    return refuse(e, could_not_go_on);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  seafret::set_job(MPI_COMM_WORLD);
  std::set_terminate(seafret::end_all_ranks);
  seafret::silence_hdf5();
  if (std::getenv("SEAFRET_TRAPS") != nullptr) seafret::trap_floating_point();
  // Fields outside the arenas lie in large pages too: where the host looks which pages are in use,
  // each that it has looked at is slow to come by the next time.
  std::pmr::set_default_resource(seafret::HugePages::instance());
  std::optional<seafret::WaitWatch> watch;
  int status = run_program(argc, argv, provided, watch);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "seafret: cannot write to the standard output: %s\n",
                 std::strerror(errno));
    status = could_not_go_on;
  }
  const seafret::Wait wait(the_end);
  MPI_Finalize();
  return status;
}
