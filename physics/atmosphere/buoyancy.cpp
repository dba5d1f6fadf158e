// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/buoyancy.hpp"

#include "physics/atmosphere/constants.hpp"

namespace seafret {

Buoyancy::Buoyancy(double theta_ref, const std::vector<double>& theta,
                   const std::vector<double>& vapour, const std::vector<double>& liquid)
    : per_kelvin_(1 / theta_ref) {
  for (std::size_t k = 0; k < theta.size(); ++k)
    undisturbed_.push_back(density_temperature(theta[k], vapour[k], liquid[k]));
}

/// The excess of the density temperature over theta_ref, as a fraction of it.
inline double Buoyancy::density_temperature(double theta, double vapour, double liquid) const {
  return theta * per_kelvin_ + air::virtual_factor * vapour - liquid;
}

void Buoyancy::add(const Box& where, FieldView<const double> theta, FieldView<const double> vapour,
                   FieldView<const double> liquid, FieldView<double> tendency) const {
  const double* const base = undisturbed_.data();
#pragma omp parallel for schedule(static)
  for (int j = where.y0; j < where.y1; ++j)
    for (int i = where.x0; i < where.x1; ++i) {
      const double* const t = theta.column(i, j);
      const double* const v = vapour.column(i, j);
      const double* const l = liquid.column(i, j);
      double* const w = tendency.column(i, j);
#pragma omp simd
      for (int k = 0; k < tendency.levels - 1; ++k) {
        const double below = density_temperature(t[k], v[k], l[k]) - base[k];
        const double above = density_temperature(t[k + 1], v[k + 1], l[k + 1]) - base[k + 1];
        w[k] += 0.5 * air::gravity * (below + above);
      }
    }
}

}  // namespace seafret
