// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/vertical_grid.hpp"

namespace seafret {

/// The reference state: of the same density everywhere (Boussinesq), or dry air of one potential
/// temperature in hydrostatic balance (anelastic).
struct ReferenceAir {
  bool boussinesq = true;
  double density = 1.14;            ///< kg/m3, if Boussinesq
  double theta = 287.5;             ///< K
  double ground_pressure = 101250;  ///< Pa

  void set_density(VerticalGrid& grid) const;
};

/// (p/p0)^(R/cp) at a height in air of one potential temperature, in hydrostatic balance.
double exner(double height, double theta, double ground_pressure);

}  // namespace seafret
