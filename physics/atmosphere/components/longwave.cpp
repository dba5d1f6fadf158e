// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/longwave.hpp"

#include <algorithm>

#include "physics/atmosphere/constants.hpp"
#include "physics/columns.hpp"
#include "physics/exponential.hpp"

namespace seafret {

Longwave::Longwave(const Options& options, const ComponentSetup& setup) : options_(options) {
  const VerticalGrid& levels = setup.mesh.levels;
  for (std::size_t k = 0; k < levels.dz.size(); ++k) {
    mass_.push_back(levels.rho[k] * levels.dz[k]);
    warming_.push_back(1 / (mass_[k] * air::heat_capacity * setup.sounding.exner[k]));
  }
}

/// Downwards: a level passes on a share of the flux above it.  The shares of some levels are found
/// at once, where there is any cloud in them; elsewhere the flux is what it was.
void Longwave::add(const Box& where, const Moment& moment, Fields tendencies) const {
  constexpr int at_once = 16;
  const FieldView<const double> liquid = moment.past.fields[stratus::liquid];
  const double *const mass = mass_.data(), *const warming = warming_.data();
  for_each_column(where, [&, absorption = options_.absorption](int i, int j) {
    const double* const l = liquid.column(i, j);
    double* const theta = tendencies[stratus::theta].column(i, j);
    double above = options_.top;
    for (int end = liquid.levels; end > 0; end -= at_once) {
      const int begin = std::max(0, end - at_once);
      if (std::none_of(l + begin, l + end, [](double q) { return q > 0; })) continue;
      double passes[at_once];
#pragma omp simd
      for (int k = begin; k < end; ++k)
        passes[k - begin] = exponential(-absorption * (mass[k] * std::max(0., l[k])));
      for (int k = end - 1; k >= begin; --k) {
        const double below = above * passes[k - begin];
        theta[k] -= (above - below) * warming[k];
        above = below;
      }
    }
  });
}

}  // namespace seafret
