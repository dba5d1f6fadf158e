// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <memory_resource>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
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
  /// One sweep over the one and one over the other colour of columns.  On entry the halo of p is
  /// filled or not, on return it is not.
  void smooth(FieldView<double> p, bool halo_is_filled);
  /// Fills the halo of p.
  void swap(FieldView<double> p) {
    columns_.swap(p, [](std::span<const Box>) {});
  }

  /// out = b - A p in a column.
  void residual(FieldView<const double> p, int i, int j, double* out) const;
  /// Each column of `coarse` becomes the mean of the residuals of those that make it.  The halo of
  /// p must be filled.
  void restrict_residual(FieldView<const double> p, FieldView<double> coarse);
  /// Adds to p what the coarser grid has found, bilinearly; reads a halo of one column of it.
  void add_correction(FieldView<const double> coarse, FieldView<double> p) const;

  /// Those between ranks; of the finest grid always.
  std::vector<const Exchange*> exchanges() const;

 private:
  void smooth(FieldView<double> p, std::span<const ColumnAt> columns) const;
  template <class Residual>
  void average(FieldView<double> coarse, Residual residual) const;

  Domain domain_;
  Coarsening step_;
  bool reported_;
  SolverColumns columns_;
  std::array<std::vector<ColumnAt>, 2> inner_columns_, rim_columns_;  // of each colour
  LinePreconditioner lines_;
  Field<> p_, b_;
  std::unique_ptr<Field<>> residual_;  // where a coarse column is made of several ranks' columns
  std::unique_ptr<HaloExchange> residual_exchange_;
};

}  // namespace seafret
