// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comms/base/mpi.hpp"
#include "miniapp/bench/ping_pong.hpp"

namespace seafret {

/// A ping-pong with calculation between two nodes of two ranks (Feng et al. 2024, Fig. 5), by model
/// NICs, each rank with one for itself, or both sharing the two and cutting every message.  The
/// seconds of a row are those of a message and the calculation upon it.  Collective over four ranks
/// of one machine.
std::vector<PingPongRow> bench_calculation(int repeats, const Communicator& comm);
/// A row that says why there is none of these.
PingPongRow refused_calculation();

}  // namespace seafret
