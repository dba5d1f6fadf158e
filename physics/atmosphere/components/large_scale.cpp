// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/large_scale.hpp"

#include "physics/columns.hpp"

namespace seafret {

LargeScale::LargeScale(const Options& options, const ComponentSetup& setup) {
  for (const double z : setup.mesh.levels.z) {
    heating_.push_back(options.heating_at(z));
    moistening_.push_back(options.moistening_at(z));
  }
}

void LargeScale::add(const Box& where, const Moment& /*moment*/, Fields tendencies) const {
  const double *const heating = heating_.data(), *const moistening = moistening_.data();
  for_each_column(where, [&](int i, int j) {
    double* const theta = tendencies[stratus::theta].column(i, j);
    double* const vapour = tendencies[stratus::vapour].column(i, j);
#pragma omp simd
    for (int k = 0; k < tendencies[stratus::theta].levels; ++k) {
      theta[k] += heating[k];
      vapour[k] += moistening[k];
    }
  });
}

}  // namespace seafret
