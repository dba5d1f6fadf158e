// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "miniapp/bench/ping_pong.hpp"

namespace seafret {

struct CalculationOptions {
  int repeats = 21;
  /// libfabric's, one for each rank of a node; none: model NICs, which reach ranks of one machine.
  std::vector<std::string> rails = {};
};

/// A ping-pong with calculation between two nodes of two ranks (Feng et al. 2024, Fig. 5), each
/// rank with a NIC for itself, or both sharing the two and cutting every message.  The seconds of a
/// row are those of a message and the calculation upon it, which takes as long as a message alone.
/// Where they cannot be had there is one row, which tells why.  Collective.
std::vector<PingPongRow> bench_calculation(const CalculationOptions& options,
                                           const Communicator& comm);

}  // namespace seafret
