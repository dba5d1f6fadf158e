// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "miniapp/cases/rectangle.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"

namespace seafret {

/// Water of one layer in a rectangle.
struct SeaOptions {
  Rectangle rectangle = {{50, 50}, {20e3, 20e3}};
  double depth = 200;      ///< m
  double coriolis = 0;     ///< 1/s, in the middle
  double beta = 0;         ///< so much more of it to the north, 1/(m s)
  double linear_drag = 0;  ///< m/s
  double stress = 0;       ///< of the wind, at its strongest, m2/s2
  double height = 1e-4;    ///< of what is disturbed at first, m
  double extent = 0;       ///< of a bowl's or mound's radius or a beach under water, at rest, m
  double viscosity = 0;    ///< lateral, m2/s
  bool advection = false;  ///< of momentum
  double dry_depth = 0;    ///< m, of a dry cell at most; 0: none falls dry
};

/// A sea that does something known.
class KnownSea {
 public:
  explicit KnownSea(const SeaOptions& options) : options_(options) {}
  virtual ~KnownSea() = default;
  KnownSea(const KnownSea&) = delete;
  KnownSea& operator=(const KnownSea&) = delete;

  /// Height of the surface (m) and velocities (m/s) at a place, m from the sea's south-western
  /// corner, at a time, s.
  struct State {
    double eta = 0, u = 0, v = 0;
  };
  virtual State at(double /*x*/, double /*y*/, double /*time*/) const { return {}; }
  /// Of the water at rest, m; below 0 on land.
  virtual double depth(double /*x*/, double /*y*/) const { return options_.depth; }
  /// How high the surface may rise anywhere, m.
  virtual double highest() const { return std::abs(options_.height); }
  /// The wind's stress over the density of the water, m2/s2.
  virtual std::array<double, 2> stress(double /*x*/, double /*y*/) const { return {}; }
  /// Collective.
  virtual std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                        double time) const = 0;

 protected:
  double x_of(double i) const { return options_.rectangle.x(i); }
  double y_of(double j) const { return options_.rectangle.y(j); }
  double length(std::size_t axis) const { return options_.rectangle.length(axis); }

  SeaOptions options_;
};

/// One of the options, and its key.
struct SeaOption {
  const char* name;
  double SeaOptions::*value;
};

/// `what` is for the manual, `references` for who finds the results; without what it is `moved_by`
/// there is nothing to be known.
struct KnownSeaKind {
  std::string what, references;
  std::vector<SeaOption> moved_by;
  std::unique_ptr<KnownSea> (*make)(const SeaOptions& options);
};
Registry<KnownSeaKind>& known_seas();

template <class Sea>
std::unique_ptr<KnownSea> make_known_sea(const SeaOptions& options) {
  return std::make_unique<Sea>(options);
}

}  // namespace seafret
