// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/bubble.hpp"

#include <cmath>
#include <numbers>

#include "miniapp/case_file/file.hpp"
#include "physics/atmosphere/saturation.hpp"

namespace seafret {
namespace {

/// By how much cloudy air must be warmer to be lighter by `lift` of its weight than it is, K, if it
/// stays saturated and keeps its water: by halving what is known to be too little and too much.
double warmth_of(double lift, const MoistAir& air, double exner, double pressure,
                 double theta_ref) {
  const auto lifts = [&](double warmer) {
    const double evaporated = saturation((air.theta + warmer) * exner, pressure) - air.vapour;
    return warmer / theta_ref + (1 + air::virtual_factor) * evaporated;
  };
  double low = 0, high = lift * theta_ref;
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double middle = 0.5 * (low + high);
    (lifts(middle) < lift ? low : high) = middle;
  }
  return low;
}

}  // namespace

Bubble::Bubble(const KnownFlowSetup& setup)
    : KnownFlow(setup), cloudy_(setup.sounding.air(0).liquid > 0) {
  if (cloudy_ && !setup.components.has(Condensation::name))
    throw KeyError("case.components", "must hold 'cloud' for case.flow: bubble in a cloud");
}

double Bubble::lift(int i, int k) const {
  const double radius = 2000, height = 2000;  // m
  const double away = std::hypot(setup_.from_middle(i) / radius,
                                 (setup_.levels.z[static_cast<std::size_t>(k)] - height) / radius);
  return away < 1 ? 2 * std::pow(std::cos(0.5 * std::numbers::pi * away), 2) : 0;
}

double Bubble::disturbance(std::size_t field, int i, int /*j*/, int k) const {
  const double dry = lift(i, k);
  if (dry == 0 || !cloudy_) return field == stratus::theta ? dry : 0;
  const auto level = static_cast<std::size_t>(k);
  const MoistAir air = setup_.sounding.air(level);
  const double exner = setup_.sounding.exner[level], pressure = setup_.sounding.pressure[level];
  const double warmer = warmth_of(dry / 300, air, exner, pressure, setup_.reference.theta);
  const double evaporated = saturation((air.theta + warmer) * exner, pressure) - air.vapour;
  if (field == stratus::theta) return warmer;
  if (field == stratus::vapour) return evaporated;
  return field == stratus::liquid ? -evaporated : 0;
}

std::vector<Measure> Bubble::measures(const Domain& domain, const Stratus& model, double /*time*/) {
  std::vector<Measure> found;
  if (!cloudy_) add_range(domain, model, stratus::theta, "theta", "K", found);
  add_range(domain, model, stratus::w, "w", "m/s", found);
  return found;
}

}  // namespace seafret
