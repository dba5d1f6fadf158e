// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "comms/base/mpi.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// Why this MPI cannot run a transport on any ranks; empty if it has all the calls.
std::string lacking(const TransportKind& transport);

/// Why this MPI, on these ranks, cannot run a transport; empty if it can.  Found out by trying with
/// a few bytes.  Collective.
std::string obstacle(const TransportKind& transport, const TransportOptions& options,
                     const Communicator& comm);

/// Whether the library is MPICH, or built on it.
bool is_mpich();

/// Why a transport will take time slices instead of microseconds here; empty if it will not.
/// MPICH polls in one-sided calls without ever giving up the processor, so that ranks which share
/// one wait for each other's time slices.  Collective.
std::string slowness(const TransportKind& transport, const Communicator& comm);

}  // namespace seafret
