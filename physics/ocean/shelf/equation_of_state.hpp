// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/base/names.hpp"

namespace seafret {

/// How heavy sea water is.
struct EquationOfState {
  enum class Kind { linear, jackett_mcdougall };
  Kind kind = Kind::linear;
  double reference_density = 1025;    ///< rho_0, kg/m3
  double reference_temperature = 10;  ///< degrees C
  double reference_salinity = 35;
  double expansion = 2e-4;      ///< of the linear one: by warming, 1/K
  double contraction = 7.6e-4;  ///< of the linear one: by salt

  /// Density less that of water of the reference temperature and salinity at the same height, in a
  /// column, kg/m3: what moves the water is the same, for the part left out depends on the height
  /// alone. Temperatures are potential, degrees C; heights are over the surface of rest, m.
  void anomalies(int levels, const double* temperature, const double* salinity,
                 const double* height, double* anomaly) const;

  /// By how much the water of a level is heavier than that of the next one up where both are
  /// brought to half way between them, kg/m3: what lies alike does so whatever its weight presses
  /// together. None for the topmost.
  void excesses(int levels, const double* temperature, const double* salinity, const double* height,
                double* excess) const;
};

template <>
inline const NameTable<EquationOfState::Kind> names_of<EquationOfState::Kind>{
    {"linear", EquationOfState::Kind::linear},
    {"jackett_mcdougall", EquationOfState::Kind::jackett_mcdougall}};

/// Density of sea water in situ, kg/m3, from its potential temperature (degrees C), salinity and
/// pressure (bar, of the sea alone): UNESCO's formula refitted by Jackett and McDougall 1995
/// (J. Atmos. Oceanic Technol. 12, 381-389).
double jackett_mcdougall_density(double temperature, double salinity, double pressure);

}  // namespace seafret
