// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/base/mpi.hpp"

namespace seafret {

/// This rank alone.
inline const Communicator& self() {
  static const Communicator* const comm = new Communicator(MPI_COMM_SELF);  // outlives all tests
  return *comm;
}

}  // namespace seafret
