// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/seamount.hpp"

#include <cmath>

#include "miniapp/cases/coastal_levels.hpp"

namespace seafret {

double Seamount::depth(double x, double y) const {
  constexpr double width = 40e3;  // m: the height falls by 1/e in this
  const double r = std::hypot(x - 0.5 * length(0), y - 0.5 * length(1)) / width;
  return options_.depth * (1 - 0.9 * std::exp(-r * r));
}

/// Falls by 1/e in 500 m.
double Seamount::temperature(double /*x*/, double /*y*/, double z) const {
  return options_.temperature + options_.step * std::exp(z / 500);
}

std::vector<Measure> Seamount::measures(const Domain& domain, const ShelfSea& sea,
                                        double /*time*/) const {
  return {{"fastest", fastest_current(sea, domain).value, "m/s"}};
}

}  // namespace seafret
