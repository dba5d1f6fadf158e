// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/sounding.hpp"

#include <algorithm>
#include <cmath>

#include "physics/atmosphere/constants.hpp"

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

Sounding fire_sounding(const VerticalGrid& grid) {
  constexpr double inversion = 595, ground_pressure = 101250;
  constexpr double mean_theta = 290;  // of the layer, for its hydrostatic pressure
  Sounding column;
  for (const double z : grid.z) {
    const double above = z - inversion;
    const double pi = exner(z, mean_theta, ground_pressure);
    column.theta_l.push_back(above < 0 ? 287.5 : 299.5 + 0.0075 * above);
    column.total.push_back(above < 0 ? 9.6e-3 : 6.6e-3 - 3e-6 * above);
    column.exner.push_back(pi);
    column.pressure.push_back(air::reference_pressure *
                              std::pow(pi, air::heat_capacity / air::gas_constant));
  }
  return column;
}

double saturation(double temperature, double pressure) {
  const double hectopascal = 0.01 * pressure;
  return 3.8 /
         (hectopascal * std::exp(-17.2693882 * (temperature - 273.15) / (temperature - 35.86)) -
          6.109);
}

MoistAir condense(double theta_l, double total, double exner, double pressure) {
  // Condensing warms the air, and warmer air condenses less.  Under-relaxed, a round leaves about a
  // quarter of the error: twenty of them leave rounding.
  constexpr double warming = air::latent_heat / air::heat_capacity;
  const double dry = theta_l * exner;
  double temperature = dry, liquid = 0;
  for (int round = 0; round < 20; ++round) {
    liquid = std::max(0.0, total - saturation(temperature, pressure));
    temperature = 0.7 * temperature + 0.3 * (dry + warming * liquid);
  }
  return {theta_l + warming * liquid / exner, total - liquid, liquid};
}

}  // namespace seafret
