// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_sea.hpp"
#include "miniapp/cases/spreading_mound.hpp"

namespace seafret {

/// A SpreadingMound of `grid.depth` and `sea.extent`, held back by `sea.linear_drag`.
class Mound final : public KnownSea {
 public:
  /// Throws KeyError for one that tells nothing.
  explicit Mound(const SeaOptions& options) : KnownSea(options) { mound().insist_on_sense(); }

  State at(double x, double y, double time) const override {
    const auto [eta, u, v] = mound().at(x, y, time);
    return {eta, u, v};
  }
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override {
    return mound().measures(domain, flow, time);
  }

 private:
  SpreadingMound mound() const {
    return {options_.rectangle, options_.depth, options_.extent, options_.linear_drag};
  }
};

inline const bool mound_registered = known_seas().add(
    "mound", {"a mound of water that spreads over a dry bed as far as drag lets it",
              "Barenblatt 1952, Prikladnaya Matematika i Mekhanika 16, 67-78; "
              "Oey 2005, Ocean Modelling 9, 133-150",
              {{"extent", &SeaOptions::extent},
               {"linear_drag", &SeaOptions::linear_drag},
               {"dry_depth", &SeaOptions::dry_depth}},
              KnownSeaKind::made<Mound>});

}  // namespace seafret
