// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "physics/atmosphere/components/component.hpp"

namespace seafret {

/// The rotation of the earth, on an f-plane, acts on what the wind deviates from the geostrophic
/// one, which the large-scale pressure balances.
class Coriolis {
 public:
  static constexpr const char* name = "coriolis";
  static constexpr const char* what = "The turning of the earth, and the geostrophic wind.";
  static constexpr bool changes_water = false;
  struct Options {
    double parameter = 8e-5;                     ///< 1/s
    std::array<double, 2> wind = {3.44, -4.91};  ///< m/s, geostrophic
    template <class Keys>
    void describe(Keys& keys) {
      keys.value("parameter", parameter, "f", {.unit = "1/s", .low = -2e-4, .high = 2e-4});
      keys.value("wind", wind, "the geostrophic wind along x and y",
                 {.unit = "m/s", .low = -100, .high = 100});
    }
  };

  Coriolis(const Options& options, const ComponentSetup& setup) : options_(options) {
    for (std::size_t d = 0; d < 2; ++d) options_.wind[d] -= setup.frame[d];
  }
  static Work work(const Options& /*options*/, const VerticalGrid& /*levels*/) {
    return {.bytes = (2 + 2 * 2) * 8, .flops = 14};
  }

  /// du/dt += f (v - v_g), dv/dt -= f (u - u_g), the mean of the four nearest faces taken.
  void add(const Box& where, const Moment& moment, Fields tendencies) const;

 private:
  Options options_;  // with the wind as it is seen from the frame
};

}  // namespace seafret
