// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_water.hpp"

namespace seafret {

/// Layered water at rest round a mountain that rises to a tenth of the depth under the surface,
/// `sea.step` warmer at the top than at the bottom: what moves is the error of the pressure
/// gradient along levels that slope (Beckmann and Haidvogel 1993).
class Seamount final : public KnownWater {
 public:
  using KnownWater::KnownWater;

  double depth(double x, double y) const override;
  double temperature(double x, double y, double z) const override;
  /// The fastest current, m/s.
  std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                double time) const override;
};

inline const bool seamount_registered = known_waters().add(
    "seamount", {"water at rest round a mountain",
                 "Beckmann and Haidvogel 1993, Journal of Physical Oceanography 23, 1736-1753",
                 {},
                 KnownWaterKind::made<Seamount>,
                 1,
                 {{"step", &WaterOptions::step}}});

}  // namespace seafret
