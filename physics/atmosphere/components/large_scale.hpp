// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/atmosphere/components/component.hpp"

namespace seafret {

/// What the large-scale flow brings from the side: a cooling and a moistening that grow with
/// height, above a level below which they are uniform.
class LargeScale {
 public:
  static constexpr const char* name = "large_scale";
  static constexpr const char* what = "What the wind brings on a large scale.";
  static constexpr bool changes_water = true;
  struct Options {
    double heating = -7.5e-8;    ///< K/s a metre of height
    double moistening = 3e-11;   ///< 1/s a metre
    double uniform_below = 500;  ///< m
    template <class Keys>
    void describe(Keys& keys) {
      keys.value("heating", heating, "times the height, of the potential temperature",
                 {.unit = "K/(m s)", .low = -1e-5, .high = 1e-5});
      keys.value("moistening", moistening, "times the height, of the vapour",
                 {.unit = "1/(m s)", .low = -1e-8, .high = 1e-8});
      keys.value("uniform_below", uniform_below, "up to where the height counts as this",
                 {.unit = "m", .low = 0, .high = 1e5});
    }
  };

  LargeScale(const Options& options, const ComponentSetup& setup);
  static Work work(const Options& /*options*/, const VerticalGrid& /*levels*/) {
    return {.bytes = 2 * 2 * 8, .flops = 2};
  }

  void add(const Box& where, const Moment& moment, Fields tendencies) const;

 private:
  std::vector<double> heating_, moistening_;  // of each level, K/s and 1/s
};

}  // namespace seafret
