// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/ocean/shelf/shelf_sea.hpp"

namespace seafret {

/// Whether the currents that carry tracers are those that move the surface. A uniform tracer stays
/// uniform whatever they are, as a cell's volume before a step is taken from its volume after it
/// and from what they take away; here it is the volume that there was.
class Continuity {
 public:
  /// From here on.
  explicit Continuity(const ShelfSea& sea) : heights_(heights(sea)) {}

  /// After each step.
  void watch(const ShelfSea& sea);
  /// The most, of all columns of this rank and all steps, that the volume after a step has differed
  /// from the one before less what the currents took away, as a share of it.
  double worst() const { return worst_; }

 private:
  static std::vector<double> heights(const ShelfSea& sea);

  std::vector<double> heights_;  // of the water in the owned cells, row by row, m
  double worst_ = 0;
};

}  // namespace seafret
