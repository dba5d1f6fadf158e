// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "miniapp/cases/beach_wave.hpp"
#include "miniapp/cases/known_water.hpp"
#include "miniapp/cases/known_waters/watched_tracer.hpp"

namespace seafret {

/// A tide on a plane beach, without friction (BeachWave): of period `sea.period`, it runs up
/// `sea.height` and comes back, and is looked at eight times on its way. The water is
/// `grid.depth` deep at the western wall and `sea.extent` wide at rest. From the wall, which the
/// wave knows nothing of, an error runs inwards: where the water is at least 4.5 units of the
/// wave wide, what is nearer to the shore than 0.3 of them is right for one period. The dye is
/// there in stripes.
class DryingSlope final : public KnownWater {
 public:
  /// Throws KeyError for a wave that breaks, and for columns that do not show it.
  explicit DryingSlope(const WaterOptions& options);

  double depth(double x, double y) const override;
  double eta(double x, double y) const override;
  double temperature(double /*x*/, double /*y*/, double /*z*/) const override {
    return options_.temperature;
  }
  double dye(double x, double y) const override;
  void begin(const Domain& domain, const ShelfSea& sea) override;
  void watch(const Domain& domain, const ShelfSea& sea, double time) override;
  /// How far any temperature, salinity and dye is beyond those at first; the shares by which salt
  /// and dye have changed.  After a period: of all looks the largest error of the water's edge's
  /// height and of the surface, in the mean, both as a share of `sea.height`; the edge where it was
  /// highest and lowest, over what it should be.
  std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                double time) const override;

 private:
  double inland(double x) const { return x - options_.extent; }
  double slope() const { return options_.depth / options_.extent; }
  /// Where the water is as deep as a twentieth of `sea.height`, m over the shore of rest.
  double edge(const Domain& domain, const ShelfSea& sea) const;
  double exact_edge(double time) const;
  double error_of_eta(const Domain& domain, const ShelfSea& sea, double time) const;

  double edge_depth() const { return 0.05 * options_.height; }

  double unit_;
  BeachWave wave_;
  int looks_ = 0;
  double worst_edge_ = 0, worst_eta_ = 0, highest_, lowest_;
  std::optional<WatchedTracer> heat_, salt_, dye_;
};

inline const bool drying_slope_registered = known_waters().add(
    "drying_slope", {"a tide that floods a beach and leaves it dry",
                     "Carrier and Greenspan 1958, Journal of Fluid Mechanics 4, 97-109",
                     {{"height", &WaterOptions::height},
                      {"extent", &WaterOptions::extent},
                      {"period", &WaterOptions::period},
                      {"dry_depth", &WaterOptions::dry_depth}},
                     KnownWaterKind::made<DryingSlope>});

}  // namespace seafret
