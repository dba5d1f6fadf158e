// SPDX-License-Identifier: BSD-3-Clause
// Swaps until a rank is lost: `lost_peer --list` says by which modes, `lost_peer MODE` does it, and
// rank 1 stops before its fourth swap.
#include <mpi.h>

#include <csignal>
#include <cstdio>
#include <optional>
#include <string>

#include "tests/conformance/modes.hpp"
#include "tests/conformance/swap.hpp"

using namespace seafret;
using namespace seafret::conformance;

namespace {

constexpr int last_step = 3;

/// The modes that need not wait within a call of MPI, which nothing can interrupt.  Even a flush
/// may have to wait for its target (MPICH).
std::vector<Mode> modes() {
  std::vector<Mode> all = plain_modes();
  std::erase_if(all, [](const Mode& m) {
    return transports().at(m.options.transport).needs == TransportKind::Needs::window;
  });
  return all;
}

void swap_until_lost(const Mode& mode, const Communicator& comm) {
  std::int64_t step = 0;
  in_question = mode.options;
  in_question.name = "a swap";
  in_question.with.patience = {.seconds = 1, .in_mpi = true, .step = &step};
  Swap swap(comm, odd_blocks(comm.size()), all_kinds(Halo::all(1)));
  for (; step < 10; ++step) {
    if (step == last_step && comm.rank() == 1) std::raise(SIGSTOP);
    swap.start();
    swap.finish();
  }
}

int run(const std::string& argument, const Communicator& comm) {
  for (const Mode& mode : modes())
    if (argument == "--list" && comm.rank() == 0)
      std::printf("%s\n", mode.name.c_str());
    else if (argument == mode.name)
      swap_until_lost(mode, comm);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  std::set_terminate(end_all_ranks);
  const int status = run(argc > 1 ? argv[1] : "--list", Communicator(MPI_COMM_WORLD));
  MPI_Finalize();
  return status;
}
