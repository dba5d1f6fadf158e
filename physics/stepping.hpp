// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/exchange/halo_exchange.hpp"

namespace seafret {

/// How a model goes its way, whatever it computes.
struct Stepping {
  double dt = 0;          ///< s
  HaloOptions halo = {};  ///< how to swap
  int depth = 0;          ///< of the halo, columns; 0: what the model needs
  bool overlap = true;    ///< compute the interior while the messages fly
};

/// What a model, or a case with it, takes on a rank, bytes, known before it is made.
struct Held {
  std::size_t arena = 0;  ///< all fields that are ever swapped
  std::size_t work = 0;   ///< the fields beside it
  std::size_t grid = 0;   ///< what it keeps of the whole grid's mask, depth...
};

}  // namespace seafret
