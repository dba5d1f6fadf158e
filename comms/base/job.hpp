// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <vector>

namespace seafret {

/// The job is all the ranks that main was given: they end together, and messages call them by their
/// numbers in it.  For main, before anything else.
void set_job(MPI_Comm all);

/// Throws InputError where a launcher has started several processes of which this one is alone in
/// `all`: it is the launcher of another MPI, and each would do all the work, in the same files.
void insist_on_own_launcher(MPI_Comm all);

/// The numbers in the job of some ranks of a communicator; the same where main has set no job.
std::vector<int> job_ranks(MPI_Comm comm, std::vector<int> ranks);

/// Ends the whole run, from one rank alone, when what it has said has been read: MPICH's launcher
/// forgets the rest.
[[noreturn]] void abort_all_ranks(int status);

/// For std::set_terminate: ends the whole run, with exit status 3, where one rank alone met
/// something, and says what.  No handler must catch that: on the way to one the destructors of
/// files and communicators would wait for the other ranks, for ever.
[[noreturn]] void end_all_ranks();

}  // namespace seafret
