// SPDX-License-Identifier: BSD-3-Clause
#pragma once
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
