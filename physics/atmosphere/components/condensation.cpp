// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/condensation.hpp"

#include "comms/base/timers.hpp"
#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/saturation.hpp"
#include "physics/columns.hpp"

namespace seafret {

Condensation::Condensation(const Options& /*options*/, const ComponentSetup& setup)
    : theta_ref_(setup.reference.theta),
      exner_(setup.sounding.exner),
      pressure_(setup.sounding.pressure) {
  for (const double exner : exner_)
    warming_.push_back(air::latent_heat / (air::heat_capacity * exner));
}

void Condensation::adjust(const Box& where, const Moment& moment, Fields tendencies) const {
  SEAFRET_REGION("step/cloud");
  const auto& past = moment.past.fields;
  const double span = moment.span, per_span = 1 / moment.span, theta_ref = theta_ref_;
  const double *const exner = exner_.data(), *const pressure = pressure_.data(),
                      *const warming = warming_.data();
  for_each_column(where, [&](int i, int j) {
    const double* const theta = past[stratus::theta].column(i, j);
    const double* const vapour = past[stratus::vapour].column(i, j);
    const double* const liquid = past[stratus::liquid].column(i, j);
    double* const d_theta = tendencies[stratus::theta].column(i, j);
    double* const d_vapour = tendencies[stratus::vapour].column(i, j);
    double* const d_liquid = tendencies[stratus::liquid].column(i, j);
#pragma omp simd
    for (int k = 0; k < past[stratus::theta].levels; ++k) {
      const double temperature = (theta_ref + (theta[k] + span * d_theta[k])) * exner[k];
      const double qv = vapour[k] + span * d_vapour[k], qc = liquid[k] + span * d_liquid[k];
      const double condenses = condensation(temperature, pressure[k], qv, qc) * per_span;
      d_vapour[k] -= condenses;
      d_liquid[k] += condenses;
      d_theta[k] += warming[k] * condenses;
    }
  });
}

}  // namespace seafret
