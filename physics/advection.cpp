// SPDX-License-Identifier: BSD-3-Clause
// Every way of advecting scalars.  To add one: write physics/advection/<name>.hpp, add a line.
#include "physics/advection.hpp"

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
                        std::span<const FieldView<double>> tendencies) {
  const int i = where.x1 - 1;
#pragma omp parallel for schedule(static)
  for (int j = where.y0; j < where.y1; ++j) {
    const double *in = into_last.column(i - 1, j), *out = east.column(i, j);
    for (const FieldView<double>& tendency : tendencies) {
      double* const t = tendency.column(i, j);
#pragma omp simd
      for (int k = 0; k < tendency.levels; ++k) t[k] += in[k] - out[k];
      in += tendency.levels;
      out += tendency.levels;
    }
  }
}

}  // namespace seafret
