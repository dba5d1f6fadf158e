// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/equation_of_state.hpp"

#include <algorithm>
#include <cmath>

#include "physics/ocean/constants.hpp"

namespace seafret {
namespace {

/// Jackett and McDougall's, level by level; inlined where a loop is to become vectors.
[[gnu::always_inline]] inline double density(double t, double salinity, double p) {
  const double s = std::max(salinity, 0.), root = s * std::sqrt(s);
  const double fresh =
      999.842594 +
      t * (6.793952e-2 +
           t * (-9.095290e-3 + t * (1.001685e-4 + t * (-1.120083e-6 + t * 6.536332e-9))));
  const double at_surface =
      fresh +
      s * (8.24493e-1 + t * (-4.0899e-3 + t * (7.6438e-5 + t * (-8.2467e-7 + t * 5.3875e-9)))) +
      root * (-5.72466e-3 + t * (1.0227e-4 - t * 1.6546e-6)) + s * s * 4.8314e-4;
  const double stiffness =
      1.965933e4 + t * (1.444304e2 + t * (-1.706103 + t * (9.648704e-3 - t * 4.190253e-5))) +
      s * (5.284855e1 + t * (-3.101089e-1 + t * (6.283263e-3 - t * 5.084188e-5))) +
      root * (3.886640e-1 + t * (9.085835e-3 - t * 4.619924e-4)) +
      p * (3.186519 + t * (2.212276e-2 + t * (-2.984642e-4 + t * 1.956415e-6)) +
           s * (6.704388e-3 + t * (-1.847318e-4 + t * 2.059331e-7)) + root * 1.480266e-4) +
      p * p *
          (2.102898e-4 + t * (-1.202016e-5 + t * 1.394680e-7) +
           s * (-2.040237e-6 + t * (6.128773e-8 + t * 6.207323e-10)));
  return at_surface / (1 - p / stiffness);
}

/// Of pressure, upwards.
double bars_a_metre(double reference_density) {
  constexpr double pascals_a_bar = 1e5;
  return -reference_density * gravity / pascals_a_bar;
}

}  // namespace

double jackett_mcdougall_density(double temperature, double salinity, double pressure) {
  return density(temperature, salinity, pressure);
}

void EquationOfState::anomalies(int levels, const double* temperature, const double* salinity,
                                const double* height, double* anomaly) const {
  const double t0 = reference_temperature, s0 = reference_salinity;
  if (kind == Kind::linear) {
    const double by_heat = reference_density * expansion, by_salt = reference_density * contraction;
#pragma omp simd
    for (int k = 0; k < levels; ++k)
      anomaly[k] = by_salt * (salinity[k] - s0) - by_heat * (temperature[k] - t0);
    return;
  }
  const double a_metre = bars_a_metre(reference_density);
#pragma omp simd
  for (int k = 0; k < levels; ++k) {
    const double pressure = a_metre * height[k];
    anomaly[k] = density(temperature[k], salinity[k], pressure) - density(t0, s0, pressure);
  }
}

void EquationOfState::excesses(int levels, const double* temperature, const double* salinity,
                               const double* height, double* excess) const {
  if (kind == Kind::linear) {
    const double by_heat = reference_density * expansion, by_salt = reference_density * contraction;
#pragma omp simd
    for (int k = 0; k < levels - 1; ++k)
      excess[k] = by_salt * (salinity[k] - salinity[k + 1]) -
                  by_heat * (temperature[k] - temperature[k + 1]);
    return;
  }
  const double half_a_metre = 0.5 * bars_a_metre(reference_density);
#pragma omp simd
  for (int k = 0; k < levels - 1; ++k) {
    const double pressure = half_a_metre * (height[k] + height[k + 1]);
    excess[k] = density(temperature[k], salinity[k], pressure) -
                density(temperature[k + 1], salinity[k + 1], pressure);
  }
}

}  // namespace seafret
