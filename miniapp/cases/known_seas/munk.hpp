// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_sea.hpp"
#include "miniapp/cases/munk_gyre.hpp"

namespace seafret {

/// A MunkGyre of `sea.beta`, `sea.stress` and `sea.viscosity`.
class Munk final : public KnownSea {
 public:
  explicit Munk(const SeaOptions& options)
      : KnownSea(options),
        gyre_(options.rectangle, options.beta, options.stress, options.viscosity, "sea.viscosity") {
  }

  std::array<double, 2> stress(double x, double y) const override { return gyre_.stress(x, y); }
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double /*time*/) const override {
    return gyre_.measures(domain, flow);
  }

 private:
  MunkGyre gyre_;
};

inline const bool munk_registered =
    known_seas().add("munk", {"a gyre that a wind drives against lateral viscosity",
                              "Munk 1950, Journal of Meteorology 7, 79-93",
                              {{"stress", &SeaOptions::stress},
                               {"beta", &SeaOptions::beta},
                               {"viscosity", &SeaOptions::viscosity}},
                              KnownSeaKind::made<Munk>});

}  // namespace seafret
