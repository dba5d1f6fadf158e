// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/line_preconditioner.hpp"

#include <array>
#include <cstddef>

namespace seafret {

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
