// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/subsidence.hpp"

#include <algorithm>

#include "physics/columns.hpp"

namespace seafret {

namespace {

/// What the air of a level loses to that of the next in a second, as a share; 0 below the lid.
std::vector<double> exchanged(const VerticalGrid& levels, const Subsidence::Options& options) {
  std::vector<double> shares(levels.z.size(), 0.);
  for (std::size_t k = 0; k + 1 < shares.size(); ++k)
    shares[k] = options.sinking(levels.z[k]) / levels.dz_half[k];
  return shares;
}

}  // namespace

double Subsidence::Options::taken(const Mesh& mesh, double /*speed*/) const {
  return std::ranges::max(exchanged(mesh.levels, *this));
}

Subsidence::Subsidence(const Options& options, const ComponentSetup& setup)
    : per_step_(exchanged(setup.mesh.levels, options)) {}

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
