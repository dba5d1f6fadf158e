// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/sounding.hpp"

#include <algorithm>
#include <cmath>

#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/saturation.hpp"
#include "physics/knots.hpp"

namespace seafret {

double exner(double height, double theta, double ground_pressure) {
  using namespace air;
  return std::pow(ground_pressure / reference_pressure, gas_constant / heat_capacity) -
         gravity * height / (heat_capacity * theta);
}

void ReferenceAir::set_density(VerticalGrid& grid) const {
  const auto density_at = [&](double height) {
    using namespace air;
    if (boussinesq) return density;
    const double pi = exner(height, theta, ground_pressure);
    const double pressure = reference_pressure * std::pow(pi, heat_capacity / gas_constant);
    return pressure / (gas_constant * theta * pi);
  };
  std::transform(grid.z.begin(), grid.z.end(), grid.rho.begin(), density_at);
  std::transform(grid.z_half.begin(), grid.z_half.end(), grid.rho_half.begin(), density_at);
}

bool SoundingKnots::is_whole() const {
  const auto known = [&](const std::vector<double>& there) {
    return there.size() == heights.size();
  };
  return !heights.empty() && known(theta_l) && known(total) &&
         ((u.empty() && v.empty()) || (known(u) && known(v)));
}

Sounding SoundingKnots::on(const VerticalGrid& grid) const {
  Sounding column;
  for (const double z : grid.z) {
    const double pi = seafret::exner(z, mean_theta, ground_pressure);
    const BetweenKnots here = BetweenKnots::find(heights, z);
    column.theta_l.push_back(here.of(theta_l));
    column.total.push_back(here.of(total));
    if (!u.empty()) {
      column.u.push_back(here.of(u));
      column.v.push_back(here.of(v));
    }
    column.exner.push_back(pi);
    column.pressure.push_back(air::reference_pressure *
                              std::pow(pi, air::heat_capacity / air::gas_constant));
  }
  return column;
}

bool has_saturation(double temperature, double pressure) {
  if (temperature < 100) return false;
  const double saturated = saturation(temperature, pressure);
  return saturated > 0 && saturated < 1;
}

bool is_in_balance(double theta_l, double total, double exner, double pressure) {
  const MoistAir air = condense(theta_l, total, exner, pressure);
  if (air.liquid == 0) return true;
  const double temperature = air.theta * exner;
  return has_saturation(temperature, pressure) &&
         std::abs(air.vapour - saturation(temperature, pressure)) <= 1e-3 * total;
}

MoistAir Sounding::air(std::size_t level) const {
  return condense(theta_l[level], total[level], exner[level], pressure[level]);
}

MoistAir Sounding::risen(const MoistAir& air, std::size_t to) const {
  const double unwarmed = air::latent_heat / (air::heat_capacity * exner[to]) * air.liquid;
  return condense(air.theta - unwarmed, air.vapour + air.liquid, exner[to], pressure[to]);
}

MoistAir condense(double theta_l, double total, double exner, double pressure) {
  // Condensing warms the air, and warmer air condenses less.  Under-relaxed, a round leaves about a
  // quarter of the error where it is warm: twenty of them leave rounding.
  constexpr double warming = air::latent_heat / air::heat_capacity;
  const double dry = theta_l * exner;
  double temperature = dry, liquid = 0;
  for (int round = 0; round < 20; ++round) {
    liquid = std::max(0.0, total - saturation(temperature, pressure));
    temperature = 0.7 * temperature + 0.3 * (dry + warming * liquid);
  }
  // Where it is cold they leave more, from where Newton's steps are sure.
  for (int step = 0; step < 20; ++step) {
    const double more = condensation(dry + warming * liquid, pressure, total - liquid, liquid);
    if (std::abs(more) <= 1e-9 * (total - liquid)) break;
    liquid += more;
  }
  return {theta_l + warming * liquid / exner, total - liquid, liquid};
}

}  // namespace seafret
