// SPDX-License-Identifier: BSD-3-Clause
// The two ways of swapping in which ranks read what others write, without MPI between them, under
// the thread sanitizer: it tells of every value that is not handed over in order.
#include <doctest/doctest.h>

#include <atomic>

#include "tests/conformance/suite.hpp"
#include "tests/races/ranks_as_threads.hpp"

using namespace seafret;
using namespace seafret::conformance;

namespace {

/// Swaps on so many ranks, of which one is late; returns how many values were wrong.
std::int64_t swap_with_threads(int ranks, const HaloOptions& mode, const Decomposition& d,
                               const std::vector<Kind>& kinds, int slow_rank) {
  in_question = mode;
  meanwhile = {slow_rank, std::chrono::milliseconds(1), false};
  pause(-1);  // what it makes once is made before there are threads
  std::atomic<std::int64_t> wrong = 0;
  run_ranks_as_threads(ranks, [&](int) {
    const Communicator comm(MPI_COMM_WORLD);
    Swap swap(comm, d, kinds);
    std::int64_t mine = 0;
    all_at_once([&] {
      for (int step = 0; step < 12; ++step) {
        swap.start();
        mine += swap.finish();
      }
    });
    wrong += mine;
  });
  return wrong;
}

void check(const HaloOptions& mode) {
  for (const int ranks : {2, 4})
    for (const int slow : {-1, 0, ranks - 1}) {
      CAPTURE(ranks);
      CAPTURE(slow);
      CHECK(swap_with_threads(ranks, mode, odd_blocks(ranks), all_kinds(Halo::all(2)), slow) == 0);
      // Nothing comes back from the reader.
      const Decomposition line = row_of_patches(ranks, 2, false, false);
      CHECK(swap_with_threads(ranks, mode, line, {{3, {1, 0, 0, 0, false}, false}}, slow) == 0);
    }
}

}  // namespace

TEST_CASE("messages in shared memory are handed over in order") { check({.transport = "shared"}); }

TEST_CASE("fields are read by node mates, and written again, in order") {
  check({.on_node = HaloOptions::OnNode::direct});
}
