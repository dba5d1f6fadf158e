// SPDX-License-Identifier: BSD-3-Clause
// Every way of advecting scalars.  To add one: write physics/advection/<name>.hpp, add a line.
#include "physics/advection.hpp"

#include <algorithm>

#include "physics/advection/centred.hpp"
#include "physics/advection/koren.hpp"
#include "physics/advection/ultimate.hpp"
#include "physics/advection/upwind.hpp"
#include "physics/advection/van_leer.hpp"

namespace seafret {

Registry<ScalarAdvectionKind>& advection_schemes() {
  static Registry<ScalarAdvectionKind> all("advection scheme");
  return all;
}

void finish_last_column(const Box& where, const Fluxes<const double>& into_last,
                        const Fluxes<const double>& east,
                        std::span<const FieldView<double>> tendencies,
                        std::span<const FieldView<const double>> scalars, const LeapAlong& leap) {
  const int i = where.x1 - 1;
  const double span = leap.span, filter = leap.filter, keep = 1 - 2 * filter;
#pragma omp parallel for schedule(static)
  for (int j = where.y0; j < where.y1; ++j) {
    const double *in = into_last.column(i - 1, j), *out = east.column(i, j);
    for (std::size_t f = 0; f < tendencies.size(); ++f) {
      const std::size_t after = std::min(f + 1, tendencies.size() - 1);
      const int levels = tendencies[f].levels;
      double* const t = tendencies[f].column(i, j);
      const double* const t_after = tendencies[after].column(i, j);
      const bool leaps = leap.at_once(f);
      const double *const past = leaps ? scalars[f].column(i, j) : nullptr,
                          *const past_after = leaps ? scalars[after].column(i, j) : t_after;
      double* const now = leaps ? leap.now[f].column(i, j) : nullptr;
      const double* const now_after = leaps ? leap.now[after].column(i, j) : t_after;
      over_levels(0, levels, [&]<class V>(int k) {
        fetch(t_after + k, past_after + k, now_after + k);
        const V tendency = load<V>(t + k) + (load<V>(in + k) - load<V>(out + k));
        if (!leaps) return store(t + k, tendency);
        const V here = load<V>(past + k), next = here + span * tendency;
        store(t + k, next);
        store(now + k, keep * load<V>(now + k) + filter * here + filter * next);
      });
      in += levels;
      out += levels;
    }
  }
}

}  // namespace seafret
