// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/solvers/solver_columns.hpp"

namespace seafret {

/// Conjugate gradients, preconditioned by a tridiagonal solve in each column.  An iteration swaps
/// the search direction once, behind the columns that do not need it, and reduces twice.
class CgLine final : public PoissonSolver {
 public:
  /// The operator reads s and writes A s (24, a written field being read first); the correction
  /// reads and writes r and A s (32); the advance reads z, reads and writes p and s (40).
  static constexpr double bytes_per_cell = 96;
  /// Beside operator, lines and norm two inner products and three scaled additions, of 2 each.
  static double flops_per_cell(const Grid& /*grid*/) {
    return PressureOperator::flops + LinePreconditioner::flops + PressureOperator::flops_of_square +
           5 * 2;
  }

  static Held held(const Domain& domain, int levels);

  explicit CgLine(const SolverSetup& setup);

  Result solve(FieldView<const double> source, FieldView<double> p) override;
  std::vector<const Exchange*> exchanges() const override { return {columns_.exchange()}; }

 private:
  /// The square of the residual's norm, and the inner product of r with the preconditioned z.
  struct Products {
    double rr = 0, rz = 0;
  };

  Products correct(double alpha);
  double apply_to_direction();
  void advance(FieldView<double> p, double alpha, double beta);

  PoissonOptions options_;
  SolverColumns columns_;
  LinePreconditioner lines_;
  Field<> direction_, residual_;
  Field<> product_;  // A times the direction; once used, z takes its place
};

inline const bool cg_line_registered = poisson_solvers().add("cg_line", poisson_solver<CgLine>());

}  // namespace seafret
