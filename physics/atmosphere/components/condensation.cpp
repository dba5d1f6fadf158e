// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/condensation.hpp"

#include <algorithm>

#include "comms/base/timers.hpp"
#include "physics/atmosphere/constants.hpp"
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
  const double span = moment.span;
  for_each_column(where, [&](int i, int j) {
    const double* const theta = past[stratus::theta].column(i, j);
    const double* const vapour = past[stratus::vapour].column(i, j);
    const double* const liquid = past[stratus::liquid].column(i, j);
    double* const d_theta = tendencies[stratus::theta].column(i, j);
    double* const d_vapour = tendencies[stratus::vapour].column(i, j);
    double* const d_liquid = tendencies[stratus::liquid].column(i, j);
    for (int k = 0; k < past[stratus::theta].levels; ++k) {
      const auto n = static_cast<std::size_t>(k);
      const double temperature = (theta_ref_ + (theta[k] + span * d_theta[k])) * exner_[n];
      const double qv = vapour[k] + span * d_vapour[k], qc = liquid[k] + span * d_liquid[k];
      const double condenses = condensation(temperature, pressure_[n], qv, qc) / span;
      d_vapour[k] -= condenses;
      d_liquid[k] += condenses;
      d_theta[k] += warming_[n] * condenses;
    }
  });
}

}  // namespace seafret
