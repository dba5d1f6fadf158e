// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "physics/stepping.hpp"
#include "physics/vertical_grid.hpp"

namespace seafret {

/// Solves the anelastic pressure equation  div(rho grad p) = source  (periodic in x and y, no flux
/// through ground and lid), each row scaled by its level's thickness, which makes it symmetric:
///   dz rho [(p_east - 2 p + p_west)/dx^2 + (p_north - 2 p + p_south)/dy^2]
///     + up (p_above - p) - dn (p - p_below) = dz source,     up = rho_half / dz_half.
/// It is singular by a constant: the sources must add up to zero, as a divergence does, and what
/// constant a solver leaves in p is its own affair.
///
/// Solvers stop by one norm: the Euclidean norm, over all cells, of rows / (dz rho).  Of the
/// source that is the divergence of the wind before the projection, of a residual after it.
class PoissonSolver {
 public:
  struct Result {
    int iterations = 0;
    double residual = 0;  ///< what is left, as a share of the source, in the norm above
    bool converged = true;

    /// Takes note of what an iteration has left, or of what the first guess left.
    void left(double share, double tolerance) {
      residual = share;
      converged = residual <= tolerance;
      if (keeps_last_) ++kept_;
      history_[kept_ - 1] = residual;
      keeps_last_ = (iterations & (iterations - 1)) == 0;
    }
    /// The residuals of the first guess, of iterations 1, 2, 4, 8 and so on, and of the last.
    std::span<const double> history() const { return std::span(history_).first(kept_); }

   private:
    std::array<double, 34> history_ = {};
    std::size_t kept_ = 0;
    bool keeps_last_ = true;
  };

  virtual ~PoissonSolver() = default;
  /// Collective.  `p` comes in as the first guess, its halo of one column filled; it goes out with
  /// the halo (without corners) filled as well.  `source` is read on the owned columns only.  Where
  /// it is zero everywhere, p becomes zero; where it is not finite, p stays as it was.
  virtual Result solve(FieldView<const double> source, FieldView<double> p) = 0;
  /// What it swaps by, for the report.
  virtual std::vector<const Exchange*> exchanges() const = 0;
};

/// Which solver, and when it may stop.
struct PoissonOptions {
  std::string solver = "multigrid";
  double tolerance = 1e-4;  ///< share of the source, in the norm of PoissonSolver
  int most_iterations = 500;
  /// Where the solver swaps otherwise than all else.
  std::optional<std::string> transport = {};
  std::optional<HaloOptions::OnNode> on_node = {};

  HaloOptions halo(HaloOptions of_all_else) const {
    of_all_else.transport = transport.value_or(of_all_else.transport);
    of_all_else.on_node = on_node.value_or(of_all_else.on_node);
    of_all_else.apart = transport || on_node;
    return of_all_else;
  }
};

/// What a solver is made of.
struct SolverSetup {
  const Domain& domain;
  const VerticalGrid& levels;
  const PoissonOptions& options;
  HaloOptions halo = {};              ///< of the swap within the solver
  std::pmr::memory_resource* memory;  ///< the arena, for the fields it describes
};

/// A solver in the registry: what it will hold on a rank, so that memory can be sized before it is
/// made (in the arena the fields that it swaps, and its work beside it), and how to make it.
struct PoissonSolverKind {
  Held (*held)(const Domain& domain, int levels);
  std::unique_ptr<PoissonSolver> (*make)(const SolverSetup&);
  /// What an iteration must move a cell between memory and processor where no field fits the cache.
  double bytes_per_cell = 0;
  /// What it computes in a cell: additions, multiplications and divisions, on this grid.
  double (*flops_per_cell)(const Grid& grid) = nullptr;
};
Registry<PoissonSolverKind>& poisson_solvers();

/// What the registry holds of such a solver.
template <class Solver>
PoissonSolverKind poisson_solver() {
  return {Solver::held,
          [](const SolverSetup& setup) -> std::unique_ptr<PoissonSolver> {
            return std::make_unique<Solver>(setup);
          },
          Solver::bytes_per_cell, Solver::flops_per_cell};
}

/// Throws RunError, with all that is known, where a solve of this step has not reached its
/// tolerance.  A residual that is not finite is left to who looks for the cell it comes from.
void expect_converged(const PoissonSolver::Result& result, const PoissonOptions& options,
                      std::int64_t step);

}  // namespace seafret
