// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/vertical_grid.hpp"

namespace seafret {

/// The Boussinesq reference state: the same density everywhere.
void set_constant_density(VerticalGrid& grid, double density);

/// The anelastic one: dry air of one potential temperature (K) in hydrostatic balance over a ground
/// pressure (Pa).
void set_isentropic_density(VerticalGrid& grid, double theta, double ground_pressure);

/// The reference state that is chosen, and what it is made of.
struct ReferenceAir {
  bool boussinesq = true;           ///< else anelastic
  double density = 1.14;            ///< kg/m3, where it is the same everywhere
  double theta = 287.5;             ///< K
  double ground_pressure = 101250;  ///< Pa

  void set_density(VerticalGrid& grid) const;
};

/// (p/p0)^(R/cp) at a height in air of one potential temperature, in hydrostatic balance.
double exner(double height, double theta, double ground_pressure);

}  // namespace seafret
