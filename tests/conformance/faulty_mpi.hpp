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

}  // namespace seafret::conformance
