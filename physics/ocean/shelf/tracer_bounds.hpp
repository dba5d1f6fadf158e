// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/ocean/shelf/shelf_sea.hpp"

namespace seafret {

/// The least and the largest value of a tracer.
struct TracerRange {
  double least, most;

  /// Of all wet cells of all ranks, the same for any number of them; NaN where any is. Collective.
  static TracerRange of(const ShelfSea& sea, int tracer, const Communicator& comm);
};

/// Knows between which values the tracers of a shelf sea must stay: those that they begin with. All
/// that moves them takes means, and what comes in from outside, or out of a sponge, is water of the
/// beginning. Heat through the surface may bring the temperature beyond, to the side that it goes.
class TracerBounds {
 public:
  /// The water as it stands. Collective.
  TracerBounds(const ShelfSea& sea, const Communicator& comm);

  /// Looks how far any tracer is beyond, as a share of its largest size at first; returns the
  /// farthest of all looks, as what is mixed away or has left was there. Collective.
  double look(const ShelfSea& sea, const Communicator& comm);
  /// How much of that can be rounding.
  static double rounding(const ShelfSea& sea);

 private:
  double beyond(const ShelfSea& sea, const Communicator& comm) const;

  std::vector<TracerRange> at_first_;
  double farthest_ = 0;
};

}  // namespace seafret
