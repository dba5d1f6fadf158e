// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

#include "physics/solvers/direct_inverse.hpp"
#include "physics/solvers/solver_columns.hpp"

namespace seafret {

/// Solves directly, by Fourier transforms, for the rest that the first guess leaves.  However good
/// that is, one iteration is made, and ends at rounding; a further one, where it is asked for,
/// corrects that.
class FftSolver final : public PoissonSolver {
 public:
  /// The rest before and after (32 each, a written field being read first), the transforms along x
  /// (24 each), what is done along y and z at once (16), the correction (24); without transposes.
  static constexpr double bytes_per_cell = 152;
  /// There and back the transform of n real values takes 2.5 n log2(n) each, as is usually said; a
  /// level of a mode's column 18, for two values.  The rest is found twice, source less product (2)
  /// and its norm; the norm of the source and the correction (2) once.
  static double flops_per_cell(const Grid& grid) {
    constexpr double subtract = 2 + PressureOperator::flops_of_square;
    return 5 * std::log2(static_cast<double>(grid.nx) * grid.ny) + 18. / 2 +
           2 * (PressureOperator::flops + subtract) + subtract + 2;
  }

  static Held held(const Domain& domain, int levels);

  explicit FftSolver(const SolverSetup& setup);

  Result solve(FieldView<const double> source, FieldView<double> p) override;
  std::vector<const Exchange*> exchanges() const override;

 private:
  std::array<double, 2> first_rest(FieldView<const double> source, FieldView<const double> p);
  double correct(FieldView<const double> source, FieldView<double> p);
  double find_rest(FieldView<const double> source, FieldView<const double> p, int i, int j);
  double subtract_from_source(const double* source, double* r) const;

  PoissonOptions options_;
  SolverColumns columns_;
  Field<> rest_;  // dz source - A p, then what p lacks
  DirectInverse inverse_;
};

inline const bool fft_registered = poisson_solvers().add("fft", poisson_solver<FftSolver>());

}  // namespace seafret
