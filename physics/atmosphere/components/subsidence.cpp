// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/subsidence.hpp"

#include "physics/columns.hpp"

namespace seafret {

Subsidence::Subsidence(const Options& options, const ComponentSetup& setup) {
  const VerticalGrid& levels = setup.mesh.levels;
  for (std::size_t k = 0; k < levels.z.size(); ++k)
    per_step_.push_back(
        k + 1 < levels.z.size() ? options.divergence * levels.z[k] / levels.dz_half[k] : 0);
}

void Subsidence::add(const Box& where, const Moment& moment, Fields tendencies) const {
  const double* const per_step = per_step_.data();
  for_each_column(where, [&](int i, int j) {
    for (const std::size_t f : {stratus::theta, stratus::vapour, stratus::liquid}) {
      const double* const q = moment.past.fields[f].column(i, j);
      double* const tendency = tendencies[f].column(i, j);
#pragma omp simd
      for (int k = 0; k < tendencies[f].levels - 1; ++k)
        tendency[k] += per_step[k] * (q[k + 1] - q[k]);
    }
  });
}

}  // namespace seafret
