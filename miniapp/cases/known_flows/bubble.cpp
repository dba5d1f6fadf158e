// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/bubble.hpp"

#include <cmath>
#include <numbers>

namespace seafret {

double Bubble::disturbance(std::size_t field, int i, int /*j*/, int k) const {
  if (field != stratus::theta) return 0;
  const double radius = 2000, height = 2000;  // m
  const double away = std::hypot(setup_.from_middle(i) / radius,
                                 (setup_.levels.z[static_cast<std::size_t>(k)] - height) / radius);
  return away < 1 ? 2 * std::pow(std::cos(0.5 * std::numbers::pi * away), 2) : 0;
}

std::vector<Measure> Bubble::measures(const Domain& domain, const Stratus& model, double /*time*/) {
  std::vector<Measure> found;
  add_range(domain, model, stratus::theta, "theta", "K", found);
  add_range(domain, model, stratus::w, "w", "m/s", found);
  return found;
}

}  // namespace seafret
