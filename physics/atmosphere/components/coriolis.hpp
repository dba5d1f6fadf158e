// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "physics/atmosphere/components/component.hpp"
#include "physics/atmosphere/heights.hpp"

namespace seafret {

/// The rotation of the earth, on an f-plane, acts on what the wind deviates from the geostrophic
/// one, which the large-scale pressure balances.
class Coriolis {
 public:
  static constexpr const char* name = "coriolis";
  static constexpr const char* what = "The turning of the earth, and the geostrophic wind.";
  static constexpr bool changes_water = false;
  struct Options {
    double parameter = 8e-5;                           ///< 1/s
    std::array<double, 2> first = {3.44, -4.91};       ///< what blows at the start, m/s, ...
    std::optional<std::array<double, 2>> wind = {};    ///< ... or the geostrophic wind, everywhere
    std::vector<double> heights = {}, u = {}, v = {};  ///< or at some heights
    std::array<double, 2> wind_at(double z) const {
      if (heights.empty()) return wind.value_or(first);
      return {at_height(heights, u, z), at_height(heights, v, z)};
    }
    template <class Keys>
    void describe(Keys& keys) {
      keys.value("parameter", parameter, "f", {.unit = "1/s", .low = -2e-4, .high = 2e-4});
      keys.value(
          "wind", wind,
          "the geostrophic wind along x and y; if not given, what blows at the start, at the "
          "highest height of the sounding",
          {.unit = "m/s", .low = -100, .high = 100});
      describe_heights(keys, heights, "wind");
      keys.value("u", u, "the geostrophic wind along x there",
                 {.unit = "m/s", .low = -100, .high = 100});
      keys.value("v", v, "and along y", {.unit = "m/s", .low = -100, .high = 100});
      rule_out_other_counts(keys, heights, "u", u);
      rule_out_other_counts(keys, heights, "v", v);
      keys.used(heights.empty(), "wind", "coriolis.heights", "a wind without coriolis.heights");
    }
  };

  Coriolis(const Options& options, const ComponentSetup& setup);
  static Work work(const Options& /*options*/, const VerticalGrid& /*levels*/) {
    return {.bytes = (2 + 2 * 2) * 8, .flops = 14};
  }

  /// du/dt += f (v - v_g), dv/dt -= f (u - u_g), the mean of the four nearest faces taken.
  void add(const Box& where, const Moment& moment, Fields tendencies) const;

 private:
  double parameter_;
  std::vector<double> u_, v_;  // the geostrophic wind of each level as it is seen from the frame
};

}  // namespace seafret
