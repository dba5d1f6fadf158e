// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory_resource>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/solvers/pressure_operator.hpp"

namespace seafret {

/// The tridiagonal solves of all columns of a box, on our layout and on that of other models.
class LineSolves {
 public:
  LineSolves(const PressureOperator& a, const Box& box);

  /// Level after level in memory: some columns hand in hand, as the solvers do it.
  void levels_fastest();
  /// x, then y, then z, with a halo of one column: a row of columns hand in hand.
  void x_fastest();

 private:
  void solve_row(const double* r, double* z) const;

  LinePreconditioner lines_;
  Field<> r_, z_;
  std::ptrdiff_t columns_, rows_, level_stride_;
  std::pmr::vector<double> r_by_x_, z_by_x_;  // where fields lie
};

}  // namespace seafret
