// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/beach_wave.hpp"
#include "miniapp/cases/known_sea.hpp"

namespace seafret {

/// A standing wave on a plane beach that runs up and down it (Carrier and Greenspan 1958). The sea
/// is `grid.depth` deep at its western wall and `sea.extent` wide at rest; the wave runs up
/// `sea.height` at most. It begins where all is still and the water lowest. From the wall, which
/// the wave knows nothing of, an error runs inwards: what is beyond two thirds of the width is
/// right until the water is highest, half a period later. The unit of BeachWave is extent/4.
class Beach final : public KnownSea {
 public:
  /// Throws KeyError for a wave that breaks, and for columns that do not show it.
  explicit Beach(const SeaOptions& options);

  double depth(double x, double y) const override;
  State at(double x, double y, double time) const override;
  /// The highest place with water on it, over that which should be; how far the surface is from the
  /// exact one in the last third, as a share of the height, in the mean.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override;

 private:
  BeachWave wave() const { return {slope(), 0.25 * options_.extent, options_.height}; }
  double slope() const { return options_.depth / options_.extent; }
};

inline const bool beach_registered = known_seas().add(
    "carrier_greenspan", {"a wave that runs up a beach and down again",
                          "Carrier and Greenspan 1958, Journal of Fluid Mechanics 4, 97-109",
                          {{"height", &SeaOptions::height},
                           {"extent", &SeaOptions::extent},
                           {"dry_depth", &SeaOptions::dry_depth}},
                          KnownSeaKind::made<Beach>});

}  // namespace seafret
