// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "miniapp/cases/rectangle.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"

namespace seafret {

/// A round mound of water that spreads over a level dry bed, held back by linear drag R alone:
/// where inertia counts for nothing, h u = -(g/R) h^2 grad h, so that dh/dt = g/(3 R) lap h^3 (Oey
/// 2005, Ocean Modelling 9, 133-150).  From h0 in the middle and the radius a
///   h = h0 s^2 sqrt(1 - (r s/a)^2), u = r/(6 (t + tau)); s^6 = tau/(t + tau), tau = R a^2/(6 g
///   h0^2)
/// which is Barenblatt's (1952, Prikladnaya Matematika i Mekhanika 16, 67-78) for the exponent 3 in
/// two dimensions.  It stands in the middle of a rectangle, the bed h0 under the surface of rest.
class SpreadingMound {
 public:
  /// `depth` is h0 and `radius` a, m; `drag` R, m/s.
  SpreadingMound(const Rectangle& rectangle, double depth, double radius, double drag)
      : rectangle_(rectangle), depth_(depth), radius_(radius), drag_(drag) {}

  struct State {
    double eta = 0, u = 0, v = 0;  ///< m over rest; m/s
  };
  State at(double x, double y, double time) const;
  /// Throws KeyError, of sea.extent, for a mound without room; of grid.spacing, for too few columns
  /// to show it; and of sea.linear_drag where inertia counts.
  void insist_on_sense() const;
  /// How far the depth is from the exact one, as a share of the water's, and the radius of a circle
  /// as large as what is deeper than a twentieth of what should be in the middle, over the exact
  /// one: of all, of what lies nearer to the axis along x, and to that along y.  Nothing once the
  /// water has come to the end of the sea.  Collective.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow, double time) const;

 private:
  double east(double x) const { return x - 0.5 * rectangle_.length(0); }
  double north(double y) const { return y - 0.5 * rectangle_.length(1); }
  double room() const;
  double tau() const;
  double shrunk(double time) const;  ///< s
  double depth_at(double x, double y, double time) const;

  Rectangle rectangle_;
  double depth_, radius_, drag_;
};

}  // namespace seafret
