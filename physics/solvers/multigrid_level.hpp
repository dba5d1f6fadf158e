// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <memory_resource>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "physics/row_stages.hpp"
#include "physics/solvers/line_tiles.hpp"
#include "physics/solvers/multigrid_grids.hpp"
#include "physics/solvers/solver_columns.hpp"

namespace seafret {

/// What this rank does on one grid of a multigrid solver: A p = b.  The pressure of the finest grid
/// comes from outside.
class MultigridLevel {
 public:
  struct Setup {
    const MultigridGrid& grid;
    const Domain& ranks;  ///< of whatever they own
    const VerticalGrid& levels;
    bool finest = false;
    Coarsening to_coarser = {};
    HaloOptions halo = {};
    std::pmr::memory_resource* memory = nullptr;
  };
  explicit MultigridLevel(const Setup& setup);
  MultigridLevel(const MultigridLevel&) = delete;
  MultigridLevel& operator=(const MultigridLevel&) = delete;

  static Held held(const MultigridGrid& grid, int rank, int levels, bool finest,
                   Coarsening to_coarser);

  FieldView<double> b() { return b_.view(); }
  FieldView<double> p() { return p_.view(); }
  SolverColumns& columns() { return columns_; }

  /// p = 0, in its halo too.
  void clear();
  /// p = b, without its halo.
  void take_source();
  /// Smooths p, the one colour of columns after the other; each column of `coarse` becomes the mean
  /// of the residuals of those that make it.  On entry the halo of p is filled.
  void descend(FieldView<double> p, FieldView<double> coarse);
  /// Adds to p what the coarser grid has found, bilinearly, and smooths as descend() does; reads a
  /// halo of one column of `coarse`.
  void ascend(FieldView<const double> coarse, FieldView<double> p);
  /// The same; then fills the halo of p and returns the square of the divergence that is left.
  double ascend_to_residual(FieldView<const double> coarse, FieldView<double> p);
  /// Fills the halo of p and returns that square.
  double square_of_residual(FieldView<double> p);
  /// Fills the halo of p.
  void swap(FieldView<double> p) {
    columns_.swap(p, [](std::span<const Box>) {});
  }

  /// Those between ranks; of the finest grid always.
  std::vector<const Exchange*> exchanges() const;

 private:
  enum Colour { red, black };

  void smooth(FieldView<double> p, std::span<const ColumnAt> columns) const;
  void add_correction(FieldView<const double> coarse, FieldView<double> p, const Box& where) const;
  template <class Last>
  void ascend(FieldView<const double> coarse, FieldView<double> p, Last last);
  void residual(FieldView<const double> p, int i, int j, double* out) const;
  double square_in(FieldView<const double> p, int i, int j) const;
  void restrict_on(const Box& where, FieldView<const double> p, FieldView<double> coarse);
  Box restricted(const Box& fine) const;
  template <class Residual>
  void average(const Box& where, FieldView<double> coarse, Residual residual) const;

  Domain domain_;
  Coarsening step_;
  bool reported_;
  SolverColumns columns_;
  Box inner_, deep_, deeper_;  // as many columns from the edge as stages have gone before
  int rows_at_once_;
  bool far_;
  std::array<ColouredRows, 2> inner_columns_;  // of each colour
  std::array<std::vector<ColumnAt>, 2> rim_columns_;
  ColouredRows deep_black_;
  std::vector<ColumnAt> ring_black_;  // of the inner columns that are not deep
  LinePreconditioner lines_;
  Field<> p_, b_;
  std::unique_ptr<Field<>> residual_;  // where a coarse column is made of several ranks' columns
  std::unique_ptr<HaloExchange> residual_exchange_;
};

}  // namespace seafret
