// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "miniapp/cases/rectangular_sea.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"

namespace seafret {

/// Water of one layer in a rectangle.
struct SeaOptions : RectangularSea {
  SeaOptions()
      : RectangularSea{.rectangle = {{50, 50}, {20e3, 20e3}}, .depth = 200, .height = 1e-4} {}

  double viscosity = 0;    ///< lateral, m2/s
  bool advection = false;  ///< of momentum
};

/// A sea that does something known.
class KnownSea : public AnsweredSea<SeaOptions> {
 public:
  using AnsweredSea::AnsweredSea;

  /// Height of the surface (m) and velocities (m/s) at a place, m from the sea's south-western
  /// corner, at a time, s.
  struct State {
    double eta = 0, u = 0, v = 0;
  };
  virtual State at(double /*x*/, double /*y*/, double /*time*/) const { return {}; }
  /// How high the surface may rise anywhere, m, where that is more than `sea.height` says.
  virtual double highest() const { return 0; }
  /// Collective.
  virtual std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                        double time) const = 0;
};

using KnownSeaKind = KnownKind<KnownSea, SeaOptions>;
Registry<KnownSeaKind>& known_seas();

}  // namespace seafret
