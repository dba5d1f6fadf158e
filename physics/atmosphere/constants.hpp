// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/constants.hpp"

/// Constants of the atmosphere, as MONC has them; SI units.
namespace seafret::air {

using seafret::gravity, seafret::von_karman;

inline constexpr double heat_capacity = 1005;      // of dry air at constant pressure
inline constexpr double gas_constant = 287.05;     // of dry air
inline constexpr double latent_heat = 2.501e6;     // of vaporisation
inline constexpr double virtual_factor = 0.608;    // how much lighter vapour makes air
inline constexpr double reference_pressure = 1e5;  // of potential temperature

}  // namespace seafret::air
