// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "physics/atmosphere/components/component.hpp"
#include "physics/atmosphere/heights.hpp"

namespace seafret {

/// What is brought from the side by the large-scale flow, or by radiation that nothing else counts:
/// a cooling and a moistening that grow with height, above a level below which they are uniform, or
/// as is known at some heights.
class LargeScale {
 public:
  static constexpr const char* name = "large_scale";
  static constexpr const char* what = "What the wind brings on a large scale.";
  static constexpr bool changes_water = true;
  struct Options {
    double heating = -7.5e-8;    ///< K/s a metre of height
    double moistening = 3e-11;   ///< 1/s a metre
    double uniform_below = 500;  ///< m
    std::vector<double> heights = {}, theta_tendency = {}, vapour_tendency = {};  ///< K/s, 1/s
    double heating_at(double z) const {
      return heights.empty() ? heating * std::max(z, uniform_below)
                             : at_height(heights, theta_tendency, z);
    }
    double moistening_at(double z) const {
      return heights.empty() ? moistening * std::max(z, uniform_below)
                             : at_height(heights, vapour_tendency, z);
    }
    template <class Keys>
    void describe(Keys& keys) {
      keys.value("heating", heating, "times the height, of the potential temperature",
                 {.unit = "K/(m s)", .low = -1e-5, .high = 1e-5});
      keys.value("moistening", moistening, "times the height, of the vapour",
                 {.unit = "1/(m s)", .low = -1e-8, .high = 1e-8});
      keys.value("uniform_below", uniform_below, "below this height it counts as this",
                 {.unit = "m", .low = 0, .high = 1e5});
      describe_heights(keys, heights, "heating");
      keys.value("theta_tendency", theta_tendency, "of the potential temperature at these heights",
                 {.unit = "K/s", .low = -0.1, .high = 0.1});
      keys.value("vapour_tendency", vapour_tendency, "of the vapour there",
                 {.unit = "1/s", .low = -1e-4, .high = 1e-4});
      rule_out_other_counts(keys, heights, "theta_tendency", theta_tendency);
      rule_out_other_counts(keys, heights, "vapour_tendency", vapour_tendency);
      for (const char* key : {"heating", "moistening", "uniform_below"})
        keys.used(heights.empty(), key, "large_scale.heights", "air without large_scale.heights");
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
