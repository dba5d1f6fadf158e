// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/rotation_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "decomposition/base/registry.hpp"

namespace seafret {
namespace {

using ShapeValue = double (*)(const RotationConfig&, const RotationConfig::Place&);

/// From the middle of the shapes, in their radius.
double distance(const RotationConfig& config, const RotationConfig::Place& at) {
  const auto& middle = config.middle;
  return std::sqrt(std::pow(at[0] - middle[0], 2) + std::pow(at[1] - middle[1], 2) +
                   std::pow(at[2] - middle[2], 2)) /
         config.radius;
}

double cone(const RotationConfig& config, const RotationConfig::Place& at) {
  return std::max(0., 1 - distance(config, at));
}
double hump(const RotationConfig& config, const RotationConfig::Place& at) {
  return 0.5 * (1 + std::cos(std::numbers::pi * std::min(1., distance(config, at))));
}
double ball(const RotationConfig& config, const RotationConfig::Place& at) {
  return distance(config, at) <= 1 ? 1 : 0;
}
/// Zalesak's, with the proportions of LeVeque (1996): a slot from below, a third of the radius
/// wide, up to two thirds of it above the middle.
double slotted(const RotationConfig& config, const RotationConfig::Place& at) {
  const double x = (at[0] - config.middle[0]) / config.radius,
               y = (at[1] - config.middle[1]) / config.radius;
  return std::hypot(x, y) < 1 && !(std::abs(x) < 1. / 6 && y < 2. / 3) ? 1 : 0;
}
/// The mean over a cell, of 8 x 8 points.
double disk(const RotationConfig& config, const RotationConfig::Place& at) {
  double sum = 0;
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b)
      sum += slotted(config, {at[0] + ((a + 0.5) / 8 - 0.5) * config.spacing[0],
                              at[1] + ((b + 0.5) / 8 - 0.5) * config.spacing[1], at[2]});
  return sum / 64;
}

const Registry<ShapeValue>& shapes() {
  static const Registry<ShapeValue> all = [] {
    Registry<ShapeValue> made("shape");
    made.add("cone", cone);
    made.add("hump", hump);
    made.add("ball", ball);
    made.add("disk", disk);
    return made;
  }();
  return all;
}

}  // namespace

std::vector<std::string> shape_names() { return shapes().names(); }

double shape_value(const std::string& shape, const RotationConfig& config,
                   const RotationConfig::Place& at) {
  return shapes().at(shape)(config, at);
}

}  // namespace seafret
