// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_sea.hpp"

namespace seafret {

/// Water, `grid.depth` deep, that a dam in the middle held back from a dry bed until time 0:
///   h = h0 where x < -c t, (2 c - x/t)^2/(9 g) to x = 2 c t, none beyond; c = sqrt(g h0)
/// with x from the dam (Ritter 1892).
class DamBreak final : public KnownSea {
 public:
  explicit DamBreak(const SeaOptions& options) : KnownSea(options) {
    insist_on_halves(options.rectangle);
  }

  State at(double x, double y, double time) const override;
  /// How far the depth is from the exact one, as a share of the water's; the depth at the dam, over
  /// that behind it; how far the water has come, to where it is a thousandth as deep, over how far
  /// it should have. Nothing once it has come to the end of the sea.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override;

 private:
  double dam() const { return 0.5 * length(0); }
};

inline const bool dam_break_registered = known_seas().add(
    "dam_break", {"water that runs over a dry bed when a dam breaks",
                  "Ritter 1892, Zeitschrift des Vereines Deutscher Ingenieure 36, 947-954",
                  {{"dry_depth", &SeaOptions::dry_depth}},
                  KnownSeaKind::made<DamBreak>});

}  // namespace seafret
