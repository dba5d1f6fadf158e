// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/longwave.hpp"

#include <cmath>

#include "physics/atmosphere/constants.hpp"
#include "physics/columns.hpp"

namespace seafret {

Longwave::Longwave(const Options& options, const ComponentSetup& setup) : options_(options) {
  const VerticalGrid& levels = setup.mesh.levels;
  for (std::size_t k = 0; k < levels.dz.size(); ++k) {
    mass_.push_back(levels.rho[k] * levels.dz[k]);
    warming_.push_back(1 / (mass_[k] * air::heat_capacity * setup.sounding.exner[k]));
  }
}

/// Downwards; where there is no cloud the flux is what it was.
void Longwave::add(const Box& where, const Moment& moment, Fields tendencies) const {
  const FieldView<const double> liquid = moment.past.fields[stratus::liquid];
  for_each_column(where, [&](int i, int j) {
    const double* const l = liquid.column(i, j);
    double* const theta = tendencies[stratus::theta].column(i, j);
    double path = 0, above = options_.top;
    for (int k = liquid.levels - 1; k >= 0; --k) {
      if (!(l[k] > 0)) continue;
      const auto n = static_cast<std::size_t>(k);
      path += mass_[n] * l[k];
      const double below = options_.top * std::exp(-options_.absorption * path);
      theta[k] -= (above - below) * warming_[n];
      above = below;
    }
  });
}

}  // namespace seafret
