// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/atmosphere/components/component.hpp"

namespace seafret {

/// The large-scale flow diverges and the air sinks with -divergence z, through a box that cannot:
/// what it would bring from above is added.
class Subsidence {
 public:
  static constexpr const char* name = "subsidence";
  static constexpr const char* what = "Air that sinks and spreads on a large scale.";
  static constexpr bool changes_water = true;
  struct Options {
    double divergence = 1e-5;  ///< 1/s
    /// As ComponentOptions::taken().
    double taken(const Mesh& mesh, double speed) const;
    template <class Keys>
    void describe(Keys& keys) {
      keys.value("divergence", divergence, "of the wind on a large scale",
                 {.unit = "1/s", .low = 0, .high = 1e-3});
    }
  };

  Subsidence(const Options& options, const ComponentSetup& setup);
  static Work work(const Options& /*options*/, const VerticalGrid& /*levels*/) {
    return {.bytes = 3 * 3 * 8, .flops = 9};
  }

  /// dq/dt += divergence z dq/dz, one-sided from above, of theta, vapour and cloud water.
  void add(const Box& where, const Moment& moment, Fields tendencies) const;

 private:
  std::vector<double> per_step_;  // divergence z / dz_half, 1/s; 0 below the lid
};

}  // namespace seafret
