// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/atmosphere/components/component.hpp"
#include "physics/atmosphere/heights.hpp"

namespace seafret {

/// The large-scale flow diverges and the air sinks, with divergence z or as is known at some
/// heights, through a box that cannot: what it would bring from above is added.
class Subsidence {
 public:
  static constexpr const char* name = "subsidence";
  static constexpr const char* what = "Air that sinks and spreads on a large scale.";
  static constexpr bool changes_water = true;
  struct Options {
    double divergence = 1e-5;                  ///< 1/s, of all heights or ...
    std::vector<double> heights = {}, w = {};  ///< ... m/s, downwards below 0, at some
    /// How fast the air sinks there, m/s.
    double sinking(double z) const {
      return heights.empty() ? divergence * z : -at_height(heights, w, z);
    }
    /// As ComponentOptions::taken().
    double taken(const Mesh& mesh, double speed) const;
    template <class Keys>
    void describe(Keys& keys) {
      keys.value("divergence", divergence, "of the wind on a large scale",
                 {.unit = "1/s", .low = 0, .high = 1e-3});
      describe_heights(keys, heights, "divergence");
      keys.value("w", w, "how fast the air moves there, downwards below 0",
                 {.unit = "m/s", .low = -1, .high = 0});
      rule_out_other_counts(keys, heights, "w", w);
      keys.used(heights.empty(), "divergence", "subsidence.heights",
                "air without subsidence.heights");
    }
  };

  Subsidence(const Options& options, const ComponentSetup& setup);
  static Work work(const Options& /*options*/, const VerticalGrid& /*levels*/) {
    return {.bytes = 3 * 3 * 8, .flops = 9};
  }

  /// dq/dt += sinking dq/dz, one-sided from above, of theta, vapour and cloud water.
  void add(const Box& where, const Moment& moment, Fields tendencies) const;

 private:
  std::vector<double> per_step_;  // sinking / dz_half, 1/s; 0 below the lid
};

}  // namespace seafret
