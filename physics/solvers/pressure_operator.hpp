// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/vertical_grid.hpp"

namespace seafret {

/// The left-hand side A of the pressure equation (physics/poisson.hpp).  Its coefficients depend on
/// the level only.  A constant gives exactly zero.
struct PressureOperator {
  PressureOperator(const VerticalGrid& levels, double dx, double dy);

  /// out = A p in one column; reads the four columns beside it.
  void apply(const FieldView<const double>& p, int i, int j, double* out) const;
  /// What a column of rows, or of what is left of them, has of the norm that solvers stop by,
  /// squared.
  double square_of_divergence(const double* rows) const;

  std::vector<double> dz;        ///< what a row was scaled by
  std::vector<double> per_mass;  ///< 1 / (dz rho)
  std::vector<double> x, y;      ///< dz rho / dx^2, dz rho / dy^2
  std::vector<double> up, down;  ///< rho_half / dz_half above and below; zero at lid and ground
};

/// Solves the vertical part of the pressure equation, its whole diagonal included, column by column
/// (Thomas).  All columns have the same coefficients, so they are factored once.
class LinePreconditioner {
 public:
  /// A recurrence along k waits for the level before it: eight columns hand in hand take a fifth of
  /// the time that they take one by one.  (Sixteen in a transposed tile are faster still with
  /// 512-bit shuffles, and much slower without.)
  static constexpr int together = 8;

  explicit LinePreconditioner(const PressureOperator& a);

  /// z = M^-1 r for up to `together` columns, one behind the other in memory.  A column's values
  /// do not depend on how many are solved with it.
  void solve(const double* r, double* z, int columns) const;

 private:
  template <std::size_t columns>
  void sweep(const double* r, double* z) const;

  std::vector<double> lower_, inverse_, upper_;
};

}  // namespace seafret
