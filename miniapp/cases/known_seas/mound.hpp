// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_sea.hpp"

namespace seafret {

/// A round mound of water that spreads over a level dry bed, held back by linear drag R alone:
/// where inertia counts for nothing, h u = -(g/R) h^2 grad h, so that dh/dt = g/(3 R) lap h^3 (Oey
/// 2005). From h0 = `grid.depth` in the middle and the radius a = `sea.extent`
///   h = h0 s^2 sqrt(1 - (r s/a)^2), u = r/(6 (t + tau)); s^6 = tau/(t + tau), tau = R a^2/(6 g
///   h0^2)
/// which is Barenblatt's (1952) for the exponent 3 in two dimensions.
class Mound final : public KnownSea {
 public:
  /// Throws KeyError for a mound without room, of too few columns, or of which inertia counts.
  explicit Mound(const SeaOptions& options);

  State at(double x, double y, double time) const override;
  double highest() const override { return 0; }
  /// How far the depth is from the exact one, as a share of the water's, and the radius of a circle
  /// as large as what is deeper than a twentieth of what should be in the middle, over the exact
  /// one: of all, of what lies nearer to the axis along x, and to that along y.  Nothing once the
  /// water has come to the end of the sea.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override;

 private:
  double east(double x) const { return x - 0.5 * length(0); }
  double north(double y) const { return y - 0.5 * length(1); }
  double room() const;
  double tau() const;
  double shrunk(double time) const;  ///< s
  double depth_at(double x, double y, double time) const;
};

inline const bool mound_registered = known_seas().add(
    "mound", {"a mound of water that spreads over a dry bed as far as drag lets it",
              "Barenblatt 1952, Prikladnaya Matematika i Mekhanika 16, 67-78; "
              "Oey 2005, Ocean Modelling 9, 133-150",
              {{"extent", &SeaOptions::extent},
               {"linear_drag", &SeaOptions::linear_drag},
               {"dry_depth", &SeaOptions::dry_depth}},
              make_known_sea<Mound>});

}  // namespace seafret
