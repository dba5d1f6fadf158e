// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "physics/solvers/line_tiles.hpp"
#include "physics/solvers/solver_columns.hpp"

namespace seafret {

/// The stabilised method of two-sided conjugate gradients (van der Vorst 1992), preconditioned by a
/// tridiagonal solve in each column, as in MONC.  An iteration applies the operator twice: it swaps
/// twice, each time behind the columns that do not need it, and reduces three times.
class BicgstabLine final : public PoissonSolver {
 public:
  /// Twice the operator with its products (32 each), s from r and v (32), y and h from r and v
  /// (40), and the correction of p and r by s, h and t with its products (64).
  static constexpr double bytes_per_cell = 200;
  /// Beside operators, lines and norm four inner products and six scaled additions, of 2 each.
  static double flops_per_cell(const Grid& /*grid*/) {
    return 2 * (PressureOperator::flops + LinePreconditioner::flops) +
           PressureOperator::flops_of_square + 10 * 2;
  }

  static Held held(const Domain& domain, int levels);

  explicit BicgstabLine(const SolverSetup& setup);

  Result solve(FieldView<const double> source, FieldView<double> p) override;
  std::vector<const Exchange*> exchanges() const override { return {columns_.exchange()}; }

 private:
  using Products = std::array<double, 2>;
  /// What the next iteration takes over from the last; beta is 0 where there was none.
  struct Step {
    double rho = 0, beta = 0, omega = 0;
  };

  double begin(FieldView<double> p);
  Step begin_anew();
  void turn_direction(const Step& last);
  double apply_to_direction();
  void correct_half(double alpha);
  Products apply_to_half();
  Products correct(FieldView<double> p, double alpha, double omega);

  PoissonOptions options_;
  SolverColumns columns_;
  LinePreconditioner lines_;
  std::vector<ColumnAt> places_;    // of the owned columns
  Field<> direction_, half_;        // s and h: preconditioned, with halo
  Field<> residual_, shadow_;       // r, in between y; and the first residual c
  Field<> of_direction_, of_half_;  // v = A s, t = A h
};

inline const bool bicgstab_line_registered =
    poisson_solvers().add("bicgstab_line", poisson_solver<BicgstabLine>());

}  // namespace seafret
