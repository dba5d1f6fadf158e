// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "miniapp/cases/known_water.hpp"
#include "miniapp/cases/munk_gyre.hpp"

namespace seafret {

/// A MunkGyre of `sea.beta`, `sea.stress` and `mixing.lateral_viscosity` on levels, of which the
/// wind drives the uppermost and vertical viscosity the others.
class MunkOnLevels final : public KnownWater {
 public:
  explicit MunkOnLevels(const WaterOptions& options)
      : KnownWater(options),
        gyre_(options.rectangle, options.beta, options.stress, options.lateral_viscosity,
              "mixing.lateral_viscosity") {}

  double temperature(double /*x*/, double /*y*/, double /*z*/) const override {
    return options_.temperature;
  }
  std::array<double, 2> stress(double x, double y) const override { return gyre_.stress(x, y); }
  std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                double /*time*/) const override {
    return gyre_.measures(domain, sea.flow());
  }

 private:
  MunkGyre gyre_;
};

inline const bool munk_on_levels_registered =
    known_waters().add("munk", {"a gyre that a wind drives against lateral viscosity",
                                "Munk 1950, Journal of Meteorology 7, 79-93",
                                {{"stress", &WaterOptions::stress}, {"beta", &WaterOptions::beta}},
                                KnownWaterKind::made<MunkOnLevels>});

}  // namespace seafret
