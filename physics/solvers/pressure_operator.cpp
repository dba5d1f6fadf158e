// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/pressure_operator.hpp"

#include <array>

#include "physics/columns.hpp"

namespace seafret {

PressureOperator::PressureOperator(const VerticalGrid& levels, double dx, double dy)
    : dz(levels.dz),
      per_mass(levels.z.size()),
      x(levels.z.size()),
      y(levels.z.size()),
      up(levels.z.size()),
      down(levels.z.size()) {
  for (std::size_t k = 0; k < dz.size(); ++k) {
    x[k] = dz[k] * levels.rho[k] / (dx * dx);
    y[k] = dz[k] * levels.rho[k] / (dy * dy);
    per_mass[k] = 1 / (dz[k] * levels.rho[k]);
    if (k + 1 == dz.size()) break;
    up[k] = down[k + 1] = levels.rho_half[k] / levels.dz_half[k];
  }
}

void PressureOperator::apply(const FieldView<const double>& p, int i, int j, double* out) const {
  const double* const here = p.column(i, j);
  const double* const west = p.column(i - 1, j);
  const double* const east = p.column(i + 1, j);
  const double* const south = p.column(i, j - 1);
  const double* const north = p.column(i, j + 1);
  const double* const ax = x.data();
  const double* const ay = y.data();
  const double* const above = up.data();
  const double* const below = down.data();
  // Nothing lies above the lid or below the ground: there the coefficient is zero, and what is read
  // instead, an end of the column to the east or west, does not matter.
#pragma omp simd
  for (int k = 0; k < p.levels; ++k) {
    const double c = here[k];
    const double across = ax[k] * ((east[k] - c) - (c - west[k])) +  //
                          ay[k] * ((north[k] - c) - (c - south[k]));
    out[k] = across + (above[k] * (here[k + 1] - c) - below[k] * (c - here[k - 1]));
  }
}

double PressureOperator::square_of_divergence(const double* rows) const {
  return sum_of_levels(static_cast<int>(dz.size()), [=, w = per_mass.data()](int k) {
    return (rows[k] * w[k]) * (rows[k] * w[k]);
  });
}

LinePreconditioner::LinePreconditioner(const PressureOperator& a)
    : lower_(a.down), inverse_(a.dz.size()), upper_(a.dz.size()) {
  double eliminated = 0;
  for (std::size_t k = 0; k < inverse_.size(); ++k) {
    const double diagonal = -(a.up[k] + a.down[k]) - 2 * (a.x[k] + a.y[k]);
    inverse_[k] = 1 / (diagonal - eliminated);
    upper_[k] = a.up[k] * inverse_[k];
    if (k + 1 < inverse_.size()) eliminated = a.down[k + 1] * upper_[k];
  }
}

void LinePreconditioner::solve(const double* r, double* z, int columns) const {
  if (columns == together) return sweep<together>(r, z);
  const auto levels = static_cast<std::ptrdiff_t>(inverse_.size());
  for (std::ptrdiff_t c = 0; c < columns; ++c) sweep<1>(r + c * levels, z + c * levels);
}

template <std::size_t columns>
void LinePreconditioner::sweep(const double* r, double* z) const {
  const std::size_t levels = inverse_.size();
  std::array<double, columns> last{};
  for (std::size_t k = 0; k < levels; ++k) {
    const double lower = lower_[k], inverse = inverse_[k];
    for (std::size_t c = 0; c < columns; ++c)
      z[c * levels + k] = last[c] = (r[c * levels + k] - lower * last[c]) * inverse;
  }
  for (std::size_t k = levels - 1; k-- > 0;) {
    const double upper = upper_[k];
    for (std::size_t c = 0; c < columns; ++c)
      z[c * levels + k] = last[c] = z[c * levels + k] - upper * last[c];
  }
}

}  // namespace seafret
