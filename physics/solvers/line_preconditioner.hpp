// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "physics/solvers/pressure_operator.hpp"

namespace seafret {

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
