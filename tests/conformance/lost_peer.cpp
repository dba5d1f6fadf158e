// SPDX-License-Identifier: BSD-3-Clause
// Swaps until a rank is lost: `lost_peer MODE` does it, and rank 1 stops before its fourth swap;
// `lost_peer --list` says which modes are plain.  `lost_peer MODE row RANK` has the ranks in a row,
// each with its neighbours alone, and another rank lost; `lost_peer at_once` loses rank 1 before
// they meet.
#include "tests/lost_peer.hpp"

#include <csignal>
#include <cstdio>
#include <string>

#include "tests/conformance/modes.hpp"
#include "tests/conformance/swap.hpp"

using namespace seafret;
using namespace seafret::conformance;

namespace {

constexpr int last_step = 3;

void swap_until_lost(const Mode& mode, const Decomposition& d, int lost, const Communicator& comm) {
  in_question = mode.options;
  in_question.name = "a swap";
  Swap swap(comm, d, all_kinds(Halo::all(1)));
  for (int step = 0; step < 10; ++step) {
    Wait::set_step(step);
    if (step == last_step && comm.rank() == lost) std::raise(SIGSTOP);
    swap.start();
    swap.finish();
  }
}

void run(const std::string& argument, int lost, const Communicator& comm) {
  const Decomposition d =
      lost < 0 ? odd_blocks(comm.size()) : row_of_patches(comm.size(), 4, false, false);
  if (argument == "--list" && comm.rank() == 0)
    for (const Mode& mode : plain_modes()) std::printf("%s\n", mode.name.c_str());
  for (const Mode& mode : every_mode())
    if (argument == mode.name) swap_until_lost(mode, d, lost < 0 ? 1 : lost, comm);
}

}  // namespace

int main(int argc, char** argv) {
  return run_until_lost(argc, argv, [&](const Communicator& comm) {
    run(argc > 1 ? argv[1] : "--list", argc > 3 ? std::stoi(argv[3]) : -1, comm);
  });
}
