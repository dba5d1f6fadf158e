// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret::conformance {

/// A program that is linked with faulty_mpi.cpp has an MPI that does all that it may, but seldom
/// does: it is slow now and then; requests that are done say so late, and in any order; what is put
/// or got moves at the last moment.  From now on it does so on this rank, as the seed says.
void make_mpi_faulty(unsigned seed, int rank);
void mend_mpi();

/// How often it did something of the kind.
long faults_so_far();

/// The next window that this rank's MPI is asked for is made on the other ranks only, if so.  To
/// be called on all that make it: no rank may free it.
void fail_next_window(bool here);
/// How often that was tried since.  The others would wait for ever; so now they are freed, by all.
int frees_of_half_made_windows();

/// Whether files in memory are refused their room.
inline bool no_room_for_files = false;

}  // namespace seafret::conformance
