// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

namespace seafret {

/// A column of water, level by level.
struct DenseColumn {
  const double* anomaly;   ///< of the density, kg/m3
  const double* height;    ///< of the level's middle over the surface of rest, m
  const double* pressure;  ///< that of the anomaly above, over g, kg/m2
};

/// The pressure of a column under a surface at eta, m. Density and height are cubic polynomials of
/// the level's number between two levels, with the harmonic mean of the differences to both sides
/// as their slopes (Shchepetkin and McWilliams 2003, Journal of Geophysical Research 108, 3090);
/// above the topmost level the density goes on as between the two topmost ones.
void find_pressure(int levels, const double* anomaly, const double* height, double eta,
                   double* pressure);

/// What different densities push the water along between the middle two of four columns in a row,
/// `distance` apart, in each level, m/s2:
///   -(1/rho_0) dp/dx = -(g/rho_0) (p_ahead - p_here + integral of rho dz from here to ahead)/dx
/// along the level, of polynomials as those above. Where there is no water behind or beyond, the
/// neighbour stands for it. Water whose density changes linearly with height does not move over any
/// bottom; of water that is layered otherwise the error is of fourth order.
void find_density_force(int levels, const std::array<DenseColumn, 4>& row, double distance,
                        double reference_density, double* force);

}  // namespace seafret
