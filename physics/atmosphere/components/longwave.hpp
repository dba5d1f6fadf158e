// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/atmosphere/components/component.hpp"

namespace seafret {

/// The top of a cloud cools by radiating: the net upward flux at a height is
///   F = top exp(-absorption (liquid water above it)),
/// and dtheta/dt = -(dF/dz) / (rho cp exner) (Duynkerke et al. 2004, eq. 5; MONC's
/// lwrad_exponential).
class Longwave {
 public:
  static constexpr const char* name = "longwave";
  static constexpr const char* what = "Long-wave radiation of clouds.";
  static constexpr bool changes_water = false;
  struct Options {
    double top = 70;          ///< W/m2
    double absorption = 130;  ///< m2/kg
    template <class Keys>
    void describe(Keys& keys) {
      keys.value("top", top, "the flux above all clouds", {.unit = "W/m2", .low = 0, .high = 1000});
      keys.value("absorption", absorption, "by liquid water",
                 {.unit = "m2/kg", .low = 0, .high = 1e4});
    }
  };

  Longwave(const Options& options, const ComponentSetup& setup);
  /// In clear air, where it looks for water: the least, as cloud makes it compute shares, and
  /// change a tendency.
  static Work work(const Options& /*options*/, const VerticalGrid& /*levels*/) {
    return {.bytes = 8, .flops = 0};
  }

  void add(const Box& where, const Moment& moment, Fields tendencies) const;

 private:
  Options options_;
  std::vector<double> mass_;     // of a level, kg/m2
  std::vector<double> warming_;  // K a J/m2, of the potential temperature
};

}  // namespace seafret
