// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "physics/solvers/pressure_operator.hpp"

namespace seafret {

/// The pressure equation of single modes in x and y: a tridiagonal system in each column, whose
/// diagonal has the eigenvalues of the differences in x and y.  Mode (0, 0) is singular: its top
/// value is pinned, and then its mean, weighted by mass, is taken off.
class ModeColumns {
 public:
  /// Columns that are solved hand in hand, as by LinePreconditioner: each waits for the division of
  /// the level before.
  static constexpr int together = 8;

  /// What comes in is divided by nx ny, which undoes the transforms there and back.
  ModeColumns(const PressureOperator& a, int nx, int ny);

  /// How many numbers `work` of solve() has room for.
  std::size_t room() const { return mass_.size() * together; }
  /// Solves in place for mode m in x and modes first <= n < end in y.  Column n begins at
  /// columns + (n - first) next: its real parts, and behind them the imaginary ones.  Its values do
  /// not depend on how many are solved with it.
  void solve(int m, int first, int end, double* columns, std::ptrdiff_t next, double* work) const;

 private:
  template <std::size_t width, bool pinned>
  void sweep(int m, int n, double* columns, std::ptrdiff_t next, double* work) const;
  void take_mean_off(double* column) const;

  AlignedVector x_, y_, up_, down_;
  std::vector<double> eigen_x_, eigen_y_;  // of second differences
  AlignedVector mass_;                     // of a level, as a share of all
  double scale_;
};

}  // namespace seafret
