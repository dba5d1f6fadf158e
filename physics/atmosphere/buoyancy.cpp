// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/buoyancy.hpp"

#include "physics/atmosphere/constants.hpp"
#include "physics/columns.hpp"

namespace seafret {

Buoyancy::Buoyancy(const Options& /*options*/, const TermSetup& setup)
    : per_kelvin_(1 / setup.theta_ref) {
  const Sounding& s = setup.sounding;
  for (std::size_t k = 0; k < s.theta_l.size(); ++k) {
    const MoistAir air = condense(s.theta_l[k], s.total[k], s.exner[k], s.pressure[k]);
    undisturbed_.push_back(
        density_temperature(air.theta - setup.theta_ref, air.vapour, air.liquid));
  }
}

/// The excess of the density temperature over theta_ref, as a fraction of it.
inline double Buoyancy::density_temperature(double theta, double vapour, double liquid) const {
  return theta * per_kelvin_ + air::virtual_factor * vapour - liquid;
}

void Buoyancy::add(const Box& where, const TimeLevel& now, Fields tendencies) const {
  const FieldView<const double> theta = now.fields[stratus::theta],
                                vapour = now.fields[stratus::vapour],
                                liquid = now.fields[stratus::liquid];
  const FieldView<double> tendency = tendencies[stratus::w];
  const double* const base = undisturbed_.data();
  for_each_column(where, [&](int i, int j) {
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
  });
}

}  // namespace seafret
