// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/base/reproducible_sum.hpp"
#include "physics/ocean/shelf/shelf_sea.hpp"

namespace seafret {

/// Keeps account of a tracer in all cells of a shelf sea, which can change only by what comes in
/// and goes out where that is open, a sponge's part of that too. Added exactly: the same for any
/// partition.
class TracerBudget {
 public:
  /// Starts from the water as it stands.
  TracerBudget(const ShelfSea& sea, int tracer);

  /// How far what the sea has gained is from what came in, as a share of what it holds, each cell's
  /// without its sign, or has held at first, whichever is more, or as it is where there is none.
  /// Collective.
  double imbalance(const ShelfSea& sea, const Communicator& comm) const;

 private:
  int tracer_;
  ReproducibleSum at_start_;  // of the tracer's unit times m3, less what had come in
};

}  // namespace seafret
