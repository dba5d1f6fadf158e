// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/ocean/shelf/tracer_bounds.hpp"
#include "physics/ocean/shelf/tracer_budget.hpp"

namespace seafret {

/// A tracer of a closed sea that makes none of it, and knows what there was at first. Collective.
class WatchedTracer {
 public:
  WatchedTracer(const ShelfSea& sea, int tracer, const Communicator& comm);

  /// As a share of all of it.
  double lost(const ShelfSea& sea, const Communicator& comm) const {
    return budget_.imbalance(sea, comm);
  }
  /// How far any value is beyond those at first.
  double beyond(const ShelfSea& sea, const Communicator& comm) const;

 private:
  int tracer_;
  TracerBudget budget_;
  TracerRange at_first_;
};

}  // namespace seafret
