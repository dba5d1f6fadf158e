// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/bench/ping_pong.hpp"

namespace seafret {

struct StepsOptions {
  int blocks = 21;
  double block_ms = 2;  ///< of the steps of one way, unless these are too few
  std::string mask = "inputs/masks/ggui28.h5";
};

/// Small steps of stratus and coastal by p2p and by each channel of notified puts, with threads
/// that look after it and without (Feng et al. 2024, Fig. 6); and steps that mostly compute, while
/// a channel that nobody uses wants to be looked after.  The seconds of a row are those of a step;
/// correct is what has the bits of p2p.  Collective.
PingPongTable bench_steps(const StepsOptions& options, const Communicator& comm);

}  // namespace seafret
