// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/bubble.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/last_place.hpp"
#include "physics/atmosphere/saturation.hpp"

namespace seafret {
Bubble::Bubble(const KnownFlowSetup& setup)
    : KnownFlow(setup), cloudy_(setup.sounding.air(0).liquid > 0) {
  insist_on_having(Buoyancy::name, "for case.flow: bubble, or nothing rises");
  if (!cloudy_) return;
  insist_on_having(Condensation::name, "for case.flow: bubble in a cloud");
  for (int k = 0; k < setup.levels.levels(); ++k)
    for (int i = 0; i < setup.grid.nx; ++i) {
      const double there = setup.sounding.air(static_cast<std::size_t>(k)).liquid,
                   gone = -Bubble::disturbance(stratus::liquid, i, 0, k);
      if (gone > there)
        throw KeyError("sounding.total",
                       fmt::format("leaves {:.3g} of cloud water at {:.0f} m, and the bubble turns "
                                   "{:.3g} of it into vapour",
                                   there, setup.levels.z[static_cast<std::size_t>(k)], gone));
    }
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
  const double theta_ref = setup_.reference.theta, wanted = dry / 300;
  const auto evaporated = [&](double warmer) {
    return saturation((air.theta + warmer) * exner, pressure) - air.vapour;
  };
  const double warmer = last_place(0, wanted * theta_ref, [&](double n) {
    return n / theta_ref + (1 + air::virtual_factor) * evaporated(n) < wanted;
  });
  if (field == stratus::theta) return warmer;
  if (field == stratus::vapour) return evaporated(warmer);
  return field == stratus::liquid ? -evaporated(warmer) : 0;
}

std::vector<Measure> Bubble::measures(const Domain& domain, const Stratus& model, double /*time*/) {
  std::vector<Measure> found;
  if (!cloudy_) add_range_of_theta(domain, model, found);
  add_range(domain, model, stratus::w, "w", "m/s", found);
  return found;
}

}  // namespace seafret
