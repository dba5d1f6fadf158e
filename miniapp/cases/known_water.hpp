// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "miniapp/cases/rectangle.hpp"
#include "physics/ocean/shelf/shelf_sea.hpp"

namespace seafret {

/// Layered water in a rectangle.
struct WaterOptions {
  Rectangle rectangle = {{50, 50}, {1000, 1000}};
  double depth = 50;             ///< m, where it is deepest
  double coriolis = 0;           ///< in the middle, 1/s
  double height = 0;             ///< of what is disturbed at first, m
  double warmer_upwards = 0;     ///< K/m
  double step = 0;               ///< between two waters, K
  double temperature = 10;       ///< at the surface, or of the colder water, degrees C
  double extent = 0;             ///< of a mound's radius or a beach under water, at rest, m
  double linear_drag = 0;        ///< of the bottom, m/s
  double beta = 0;               ///< so much more of coriolis to the north, 1/(m s)
  double stress = 0;             ///< of the wind, at its strongest, m2/s2
  double lateral_viscosity = 0;  ///< m2/s
  double period = 0;             ///< of a tide, s
  double dry_depth = 0;          ///< m, of a dry cell at most; 0: none falls dry
};

/// Water that does something known.
class KnownWater {
 public:
  explicit KnownWater(const WaterOptions& options) : options_(options) {}
  virtual ~KnownWater() = default;
  KnownWater(const KnownWater&) = delete;
  KnownWater& operator=(const KnownWater&) = delete;

  /// At rest, m.
  virtual double depth(double /*x*/, double /*y*/) const { return options_.depth; }
  /// What it begins with: height of the surface, m; temperature, degrees C, at a height over the
  /// surface of rest, m.
  virtual double eta(double /*x*/, double /*y*/) const { return 0; }
  virtual double temperature(double x, double y, double z) const = 0;
  virtual double dye(double /*x*/, double /*y*/) const { return 1; }
  /// The wind's over the density of the water, m2/s2.
  virtual std::array<double, 2> stress(double /*x*/, double /*y*/) const { return {}; }
  /// When all that has been set; collective.
  virtual void begin(const Domain& /*domain*/, const ShelfSea& /*sea*/) {}
  /// After each step; collective.
  virtual void watch(const Domain& /*domain*/, const ShelfSea& /*sea*/, double /*time*/) {}
  /// Collective.
  virtual std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                        double time) const = 0;

 protected:
  double x_of(double i) const { return options_.rectangle.x(i); }
  double y_of(double j) const { return options_.rectangle.y(j); }
  double length() const { return options_.rectangle.length(0); }

  WaterOptions options_;
};

/// One of the options, and its key.
struct WaterOption {
  const char* name;
  double WaterOptions::*value;
};

/// `what` is for the manual, `references` for who finds the results; without what it is `moved_by`
/// there is nothing to be known.
struct KnownWaterKind {
  std::string what, references;
  std::vector<WaterOption> moved_by;
  std::unique_ptr<KnownWater> (*make)(const WaterOptions& options);
  int least_levels = 1;
};
Registry<KnownWaterKind>& known_waters();

template <class Water>
std::unique_ptr<KnownWater> make_known_water(const WaterOptions& options) {
  return std::make_unique<Water>(options);
}

}  // namespace seafret
