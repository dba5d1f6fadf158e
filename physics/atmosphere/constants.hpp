// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Constants of the atmosphere, as MONC has them; SI units.
namespace seafret::air {

inline constexpr double heat_capacity = 1005;   // of dry air at constant pressure
inline constexpr double gas_constant = 287.05;  // of dry air
inline constexpr double latent_heat = 2.501e6;  // of vaporisation
inline constexpr double gravity = 9.81;
inline constexpr double virtual_factor = 0.608;  // how much lighter vapour makes air
inline constexpr double von_karman = 0.4;
inline constexpr double reference_pressure = 1e5;  // of potential temperature

}  // namespace seafret::air
