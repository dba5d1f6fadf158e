// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"

namespace seafret {

/// A ping-pong with calculation between two nodes of two ranks (Feng et al. 2024, Fig. 5), each
/// rank with a NIC for itself, or both sharing the two and cutting every message.
struct CalculationRow {
  std::size_t bytes = 0;
  std::string figure;    ///< "5a", "5b, steady" or "5b, jitter"
  bool shared = false;   ///< NICs
  bool correct = false;  ///< every byte
  double seconds = 0;    ///< of a step: a message and the calculation upon it
  double spread = 0;
};

/// By model NICs.  Collective over four ranks of one machine.
std::vector<CalculationRow> bench_calculation(int repeats, const Communicator& comm);

}  // namespace seafret
