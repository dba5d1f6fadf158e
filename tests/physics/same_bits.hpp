// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <doctest/doctest.h>
#include <omp.h>

#include <string>

#include "decomposition/partition/partitioner.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {

/// Runs something with another number of threads.
template <class Work>
void with_threads(int threads, const Work& work) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  work();
  omp_set_num_threads(before);
}

/// What begin(comm, partitioner) gives and work(it) then works on is worked out by all ranks, with
/// their columns shared out by every partitioner, and with one thread and two; compare(together,
/// alone) gets each beside that of this rank alone, with one thread.
template <class Begin, class Work, class Compare>
void compare_with_one_rank(const Begin& begin, const Work& work, const Compare& compare) {
  const Communicator world(MPI_COMM_WORLD);
  with_threads(1, [&] {
    auto alone = begin(self(), "blocks");
    work(alone);
    for (const std::string& partitioner : partitioners().names())
      for (const int threads : {1, 2}) {
        CAPTURE(partitioner);
        CAPTURE(threads);
        with_threads(threads, [&] {
          auto together = begin(world, partitioner);
          work(together);
          compare(together, alone);
        });
      }
  });
}

}  // namespace seafret
