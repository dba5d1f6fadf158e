// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/tidal_analysis.hpp"

#include <cmath>
#include <complex>

#include "physics/ocean/tide.hpp"

namespace seafret {

TidalAnalysis::TidalAnalysis(const Box& owned)
    : owned_(owned), cosine_(owned, {}, 1), sine_(owned, {}, 1) {
  std::fill_n(cosine_.view().data, owned.area(), 0.0);
  std::fill_n(sine_.view().data, owned.area(), 0.0);
}

std::size_t TidalAnalysis::bytes_of_fields(const Box& owned) {
  return 2 * FieldDescription{}.bytes(owned);
}

void TidalAnalysis::add(const LocalSea& sea, FieldView<const double> eta, double time) {
  const double cosine = std::cos(m2_angle(time)), sine = std::sin(m2_angle(time));
  const FieldView<double> in_phase = cosine_.view(), in_quadrature = sine_.view();
  for_each_run(sea.wet_cells, owned_, [&](int j, int i0, int n) {
    const double* const from = eta.column(i0, j);
    double *const c = in_phase.column(i0, j), *const s = in_quadrature.column(i0, j);
#pragma omp simd
    for (int i = 0; i < n; ++i) {
      c[i] += from[i] * cosine;
      s[i] += from[i] * sine;
    }
  });
  ++count_;
}

void TidalAnalysis::finish(const LocalSea& sea) {
  const double weight = 2.0 / static_cast<double>(count_);
  const FieldView<double> c = cosine_.view(), s = sine_.view();
  for_each_point(sea.wet_cells, owned_, [&](int i, int j) {
    const std::complex<double> constant(weight * c(i, j), -weight * s(i, j));
    c(i, j) = std::abs(constant);
    s(i, j) = phase_lag(constant);
  });
}

}  // namespace seafret
