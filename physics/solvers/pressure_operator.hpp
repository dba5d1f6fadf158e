// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "decomposition/base/aligned.hpp"
#include "decomposition/fields/field.hpp"
#include "physics/vertical_grid.hpp"

namespace seafret {

/// The left-hand side A of the pressure equation (physics/poisson.hpp).  Its coefficients depend on
/// the level only.  A constant gives exactly zero.
struct PressureOperator {
  explicit PressureOperator(const Mesh& mesh);

  static constexpr double flops = 15;           // of apply(), a cell; residual() has one more
  static constexpr double flops_of_square = 3;  // of square_of_divergence()

  /// out = A p in one column; reads the four columns beside it.
  void apply(const FieldView<const double>& p, int i, int j, double* out) const;
  /// out = b - A p.
  void residual(const FieldView<const double>& p, const double* b, int i, int j, double* out) const;
  /// What a column of rows, or of what is left of them, has of the norm that solvers stop by,
  /// squared.
  double square_of_divergence(const double* rows) const;

  AlignedVector dz;        ///< what a row was scaled by
  AlignedVector per_mass;  ///< 1 / (dz rho)
  AlignedVector x, y;      ///< dz rho / dx^2, dz rho / dy^2
  AlignedVector up, down;  ///< rho_half / dz_half above and below; zero at lid and ground

 private:
  template <class Take>
  void rows(const FieldView<const double>& p, int i, int j, Take take) const;
};

/// Solves the vertical part of the pressure equation, its whole diagonal included, column by column
/// (Thomas).  All columns have the same coefficients, so they are factored once.
class LinePreconditioner {
 public:
  /// A recurrence along k waits for the level before it, and cannot be vectorised.  Sixteen columns
  /// go hand in hand, turned four by four so that a vector holds one level of four of them.
  static constexpr int together = 16;
  static constexpr double flops = 5;  // of solve(), a cell

  /// Of each level: how much of the level below is taken off, the reciprocal pivot, and how much of
  /// the level above is taken off.
  struct Factors {
    AlignedVector lower, inverse, upper;
  };

  explicit LinePreconditioner(const PressureOperator& a);

  const Factors& factors() const { return factors_; }

  /// z = M^-1 r for up to `together` columns, one behind the other in memory.  A column's values
  /// do not depend on how many are solved with it.  What is solved next, if it is known and not in
  /// the cache, is brought there meanwhile.
  void solve(const double* r, double* z, int columns, const double* next = nullptr) const;

 private:
  Factors factors_;
};

}  // namespace seafret
