// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "miniapp/cases/rectangular_sea.hpp"
#include "physics/ocean/shelf/shelf_sea.hpp"

namespace seafret {

/// Layered water in a rectangle.
struct WaterOptions : RectangularSea {
  WaterOptions() : RectangularSea{.rectangle = {{50, 50}, {1000, 1000}}, .depth = 50} {}

  double warmer_upwards = 0;     ///< K/m
  double step = 0;               ///< between two waters, K
  double temperature = 10;       ///< at the surface, or of the colder water, degrees C
  double lateral_viscosity = 0;  ///< m2/s
  double period = 0;             ///< of a tide, s
};

/// Water that does something known.
class KnownWater : public AnsweredSea<WaterOptions> {
 public:
  using AnsweredSea::AnsweredSea;

  /// What it begins with: height of the surface, m; temperature, degrees C, at a height over the
  /// surface of rest, m.
  virtual double eta(double /*x*/, double /*y*/) const { return 0; }
  virtual double temperature(double x, double y, double z) const = 0;
  virtual double dye(double /*x*/, double /*y*/) const { return 1; }
  /// When all that has been set; collective.
  virtual void begin(const Domain& /*domain*/, const ShelfSea& /*sea*/) {}
  /// After each step; collective.
  virtual void watch(const Domain& /*domain*/, const ShelfSea& /*sea*/, double /*time*/) {}
  /// Collective.
  virtual std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                        double time) const = 0;
};

using KnownWaterKind = KnownKind<KnownWater, WaterOptions>;
Registry<KnownWaterKind>& known_waters();

}  // namespace seafret
