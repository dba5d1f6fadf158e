// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/solvers/pressure_operator.hpp"

namespace seafret {

/// Solves the pressure equation on a small periodic grid exactly, whatever its size: waves along x
/// and along y by plain sums, a tridiagonal solve in each of them.  Of the mean pressure, which is
/// free, it makes zero at the top.
class DirectSolve {
 public:
  DirectSolve(const VerticalGrid& levels, const Grid& grid);

  static std::size_t bytes(const Grid& grid, int levels);

  /// A p = b, on every column of the grid.
  void operator()(FieldView<const double> b, FieldView<double> p);

 private:
  /// The waves of a periodic row of n columns, real and of unit length, and what the second
  /// difference makes of each.
  struct Waves {
    explicit Waves(int n);

    int count;
    std::vector<double> of_wave;    ///< value in column i of wave m: [m * count + i]
    std::vector<double> of_column;  ///< the same turned: [i * count + m]
    std::vector<double> second_difference;
  };

  void factor(const Grid& grid);
  void solve_lines(FieldView<double> waves) const;

  PressureOperator operator_;
  Waves x_, y_;
  Field<> first_, second_, inverse_;
};

}  // namespace seafret
