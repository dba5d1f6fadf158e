// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/ocean/shelf/sea_levels.hpp"

namespace seafret {

/// One of the two columns beside a face.
struct DenseColumn {
  const double* anomaly;  ///< of the density, level by level, kg/m3
  WaterColumn water;
  double eta;  ///< m
};

/// What different densities in two columns, `distance` apart, push the water between them along, in
/// each level, m/s2:
///   -(1/rho_0) dp/dx,   dp/dx = g rho_s d eta/dx + g integral of (rho_x z_s - rho_s z_x) ds
/// at constant height, from the surface down (Song 1998, Monthly Weather Review 126, 3213-3230: the
/// standard density Jacobian). The anomaly at the surface is that of the two topmost levels led on.
/// Water whose density changes linearly with height does not move over any bottom.
void find_density_force(const SeaLevels& levels, const DenseColumn& here, const DenseColumn& ahead,
                        double distance, double reference_density, double* force);

}  // namespace seafret
