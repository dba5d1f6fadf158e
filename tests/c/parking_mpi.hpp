// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

namespace seafret::test {

/// A program that is linked with parking_mpi.cpp has an MPI in which a rank can be lost: at the
/// `at`th call of those in which ranks wait for all others (from 1, of the work alone) the thread
/// that called stays, for ever, and the work is given up.
struct Parked {
  int calls = 0;       ///< of the work
  bool stays = false;  ///< so that it is not over
};
enum class Where {
  meeting,  ///< MPI_Ibarrier
  inside    ///< a collective that blocks, when all have met
};
/// Runs the work in a thread of its own; with `at` 0 no call stays.
Parked run_until_parked(Where where, int at, std::function<void()> work);

/// How many blocking collectives this rank has called, be it in vain, that were not preceded by a
/// meeting of their own.
int calls_without_meeting();

}  // namespace seafret::test
