// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "physics/poisson.hpp"
#include "physics/solvers/direct_inverse.hpp"
#include "physics/solvers/multigrid_level.hpp"

namespace seafret {

/// Brings what every rank has of a grid to all of them.  Throws InputError for a grid of more
/// values than MPI counts.
class GridGathering {
 public:
  GridGathering(const Communicator& comm, std::vector<Box> shares, int levels);

  static std::size_t bytes(const std::vector<Box>& shares, int rank, int levels);

  FieldView<double> mine() { return mine_.view(); }
  void gather(FieldView<double> whole);

 private:
  const Communicator& comm_;
  std::vector<Box> shares_;
  std::vector<int> counts_, firsts_;  // of the values of each rank
  Field<> mine_;
  std::vector<double> all_;
};

/// Multigrid: V-cycles over grids that are coarsened along x and y alone, smoothed by a tridiagonal
/// solve in each column, the columns in two colours.  The coarsest grid is solved exactly, by every
/// rank; from a certain size on all ranks have all of a grid and work on it alike, without swaps.
/// An iteration is a cycle.
class Multigrid final : public PoissonSolver {
 public:
  /// What its passes take one by one; as they follow each other row by row, memory moves less.  On
  /// the finest grid four sweeps over a colour (16 each), the residual for the next grid (20) and
  /// for the norm (16), the correction (18); on the others, a third as large in all, 111 of them.
  static constexpr double bytes_per_cell = 155;
  /// On all grids two smoothings, each a residual, lines and a scaled addition (2), the residual
  /// for the next grid and its mean (2), and the correction (10); on the finest, three quarters of
  /// all, the residual's norm too.
  static double flops_per_cell(const Grid& /*grid*/) {
    constexpr double residual = PressureOperator::flops + 1;
    constexpr double of_any = 2 * (residual + LinePreconditioner::flops + 2) + residual + 2 + 10;
    return 4. / 3 * of_any + residual + PressureOperator::flops_of_square;
  }

  static Held held(const Domain& domain, int levels);

  explicit Multigrid(const SolverSetup& setup);

  Result solve(FieldView<const double> source, FieldView<double> p) override;
  std::vector<const Exchange*> exchanges() const override;

 private:
  void descend(std::size_t n, FieldView<double> p);
  void restrict_residual(std::size_t n, FieldView<double> p);

  const Communicator& comm_;
  PoissonOptions options_;
  std::vector<MultigridGrid> grids_;
  Communicator alone_;
  std::vector<std::unique_ptr<MultigridLevel>> levels_;  // as many as there are grids
  std::unique_ptr<GridGathering> gathering_;             // to the first grid that is whole
  DirectInverse coarsest_;
};

inline const bool multigrid_registered =
    poisson_solvers().add("multigrid", poisson_solver<Multigrid>());

}  // namespace seafret
