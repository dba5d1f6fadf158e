// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/atmosphere/components/component.hpp"

namespace seafret {

/// Rayleigh damping below the lid, which waves would come back from: towards the wind, the
/// temperature and the water of the beginning, at rate (exp((z - from)/scale) - 1) a second.
class Sponge {
 public:
  static constexpr const char* name = "sponge";
  static constexpr const char* what = "Damping below the lid, towards the first state.";
  static constexpr bool changes_water = true;
  struct Options {
    double from = 1000;              ///< m
    double rate = 0.2 / 600;         ///< 1/s
    double scale = 100;              ///< m
    double rate_at(double z) const;  ///< 1/s
    /// As ComponentOptions::taken().
    double taken(const Mesh& mesh, double speed) const;
    template <class Keys>
    void describe(Keys& keys) {
      keys.value("from", from, "where it begins", {.unit = "m", .low = 0});
      keys.value("rate", rate, "times exp((z - from)/scale) - 1 is the rate of damping at z",
                 {.unit = "1/s", .low = 0, .high = 1});
      keys.value("scale", scale, "over how many metres it grows e-fold", {.unit = "m", .above = 0});
    }
  };

  Sponge(const Options& options, const ComponentSetup& setup);
  /// Six fields and their tendencies, in the levels that it damps.
  static Work work(const Options& options, const VerticalGrid& levels);

  /// On u, v, w, theta, vapour and liquid of the past level.
  void add(const Box& where, const Moment& moment, Fields tendencies) const;

 private:
  /// Where a field is damped to, level by level, and how fast.
  struct Damped {
    std::size_t field;
    std::vector<double> rate, towards;
  };

  int first_ = 0;  // level with any
  std::vector<Damped> damped_;
};

}  // namespace seafret
