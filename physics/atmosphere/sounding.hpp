// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/atmosphere/constants.hpp"
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

/// Air in which nothing is supersaturated.
struct MoistAir {
  double theta = 0;   ///< potential temperature, K
  double vapour = 0;  ///< kg/kg
  double liquid = 0;  ///< kg/kg
};

/// The state of a column of air before anything has moved, at the centres of the levels.
struct Sounding {
  std::vector<double> theta_l;         ///< liquid-water potential temperature, K
  std::vector<double> total;           ///< water in all, kg/kg
  std::vector<double> exner;           ///< (p/p0)^(R/cp)
  std::vector<double> pressure;        ///< Pa
  std::vector<double> u = {}, v = {};  ///< the wind, m/s

  MoistAir air(std::size_t level) const;
  /// Air of anywhere that has risen to a level, where vapour has condensed in it or liquid
  /// evaporated.
  MoistAir risen(const MoistAir& air, std::size_t to) const;
};

/// A sounding by values at some heights, linear in between; at a height given twice it jumps.  By
/// default the stratus-topped marine night of EUROCS/FIRE-I (Duynkerke et al. 2004, section 3):
/// well mixed to 595 m, with an inversion of 12 K on top.
struct SoundingKnots {
  std::vector<double> heights = {0, 595, 595, 1200};               ///< m, ascending
  std::vector<double> theta_l = {287.5, 287.5, 299.5, 304.0375};   ///< K
  std::vector<double> total = {9.6e-3, 9.6e-3, 6.6e-3, 4.785e-3};  ///< kg/kg
  std::vector<double> u = {}, v = {};  ///< over the ground, m/s; unknown if empty
  double mean_theta = 290;             ///< K, of the layer, for its hydrostatic pressure
  double ground_pressure = 101250;     ///< Pa

  /// Whether all is known at each height, or the wind at none.
  bool is_whole() const;
  /// Of knots that are whole.
  Sounding on(const VerticalGrid& grid) const;
  bool operator==(const SoundingKnots&) const = default;
};
inline Sounding fire_sounding(const VerticalGrid& grid) { return SoundingKnots().on(grid); }

/// Splits the water of some air into vapour and liquid, and warms it by what condensed.
MoistAir condense(double theta_l, double total, double exner, double pressure);

/// Whether air of so many K and Pa can be saturated: Tetens' formula holds from 100 K up to where
/// water boils.
bool has_saturation(double temperature, double pressure);

/// Whether condense() finds air in which vapour and liquid are in balance, to a thousandth of
/// both.
bool is_in_balance(double theta_l, double total, double exner, double pressure);

}  // namespace seafret
