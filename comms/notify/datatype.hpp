// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <cstdint>
#include <vector>

#include "comms/notify/where.hpp"

namespace seafret::notify {

/// Bytes in a row.
struct Segment {
  MPI_Aint begin = 0;  ///< as MPI_Get_address says it
  std::uint64_t bytes = 0;
};

/// What MPI would send from there, in its order; segments that follow each other are one.  Throws
/// NotifyError where the datatype was made in a way that is not taken apart here: a distributed
/// array, a parameterised type of Fortran.
std::vector<Segment> segments(const void* buffer, int count, MPI_Datatype type,
                              const Where& where = Where::current());

}  // namespace seafret::notify
