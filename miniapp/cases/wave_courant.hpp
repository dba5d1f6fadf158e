// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"
#include "physics/ocean/flow/time_step.hpp"

namespace seafret {

/// How near the waves of a depth-mean flow are to the longest stable step, with the water as high
/// as it stands now.
class WaveCourant {
 public:
  /// Of this rank's own cells, where lateral viscosity evens out at `evened`, 1/s (evening_rate()).
  WaveCourant(const Basin& basin, const SeaMetrics& metrics, const DepthMeanFlow& flow,
              double evened = 0);
  static std::size_t bytes(const Grid& grid, const Box& owned) {
    return static_cast<std::size_t>(count_wet(grid, owned)) * sizeof(WaveRate);
  }

  /// dt (m + hypot(m, w)) with m of viscosity and w of the fastest waves, as in step_limit().
  Courant number(const DepthMeanFlow& flow) const;

 private:
  std::vector<WaveRate> rates_;  // row by row
  double evened_;
};

}  // namespace seafret
