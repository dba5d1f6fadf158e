// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/reference_state.hpp"

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

}  // namespace seafret
