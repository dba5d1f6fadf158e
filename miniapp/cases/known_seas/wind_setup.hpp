// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_sea.hpp"

namespace seafret {

/// Water that a steady wind along x has piled up until its slope balances it: g H d eta/dx = tau
/// with H = h + eta, so H^2 = 2 tau x/g + a constant, that which keeps the volume.
class WindSetup final : public KnownSea {
 public:
  /// Throws KeyError for a wind that lays the bottom bare, or has no way to go.
  explicit WindSetup(const SeaOptions& options);

  std::array<double, 2> stress(double /*x*/, double /*y*/) const override {
    return {options_.stress, 0};
  }
  /// A wind that begins at once piles up twice what stays.
  double highest() const override;
  /// How much higher the water stands in the last column than in the first, m, and the largest
  /// distance from the exact surface, m.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override;

 private:
  double rise() const;  ///< of H^2 from end to end, m2
  double constant() const;
};

inline const bool wind_setup_registered = known_seas().add(
    "wind_setup", {"water piled up by a wind",
                   "Pugh and Woodworth 2014, Sea-Level Science, Cambridge, section 7.3",
                   {{"stress", &SeaOptions::stress}},
                   KnownSeaKind::made<WindSetup>});

}  // namespace seafret
