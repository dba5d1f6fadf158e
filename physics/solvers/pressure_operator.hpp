// SPDX-License-Identifier: BSD-3-Clause
#pragma once
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

  std::vector<double> dz;        ///< what a row was scaled by
  std::vector<double> x, y;      ///< dz rho / dx^2, dz rho / dy^2
  std::vector<double> up, down;  ///< rho_half / dz_half above and below; zero at lid and ground
};

}  // namespace seafret
