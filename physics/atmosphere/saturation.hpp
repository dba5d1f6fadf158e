// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "physics/atmosphere/constants.hpp"
#include "physics/exponential.hpp"

namespace seafret {

/// Tetens' formula: over water, for K.
namespace tetens {
inline constexpr double slope = 17.2693882, melting = 273.15, pole = 35.86;
}  // namespace tetens

/// The mixing ratio of saturated air, for K and Pa; per_kelvin = 1 / (temperature - pole).
inline double saturation(double temperature, double per_kelvin, double pressure) {
  const double power = -tetens::slope * (temperature - tetens::melting) * per_kelvin;
  return 3.8 / (0.01 * pressure * exponential(power) - 6.109);
}
inline double saturation(double temperature, double pressure) {
  return saturation(temperature, 1 / (temperature - tetens::pole), pressure);
}

/// How much of it there is more a kelvin, where there is so much, kg/kg.
inline double saturation_rise(double saturated, double per_kelvin) {
  return tetens::slope * (tetens::melting - tetens::pole) * (1 + 6.109 / 3.8 * saturated) *
         saturated * (per_kelvin * per_kelvin);
}

/// How much of the vapour condenses, or how much of the liquid evaporates if negative, kg/kg: one
/// Newton step towards saturation, no more than there is.  Liquid below 0, where more left a cell
/// by several ways than each alone would let, is made good by vapour; what rounding has left there
/// is let be, or it would be halved until it is denormal.  Without a branch, for loops of vectors.
inline double condensation(double temperature, double pressure, double vapour, double liquid) {
  const double per_kelvin = 1 / (temperature - tetens::pole);
  const double saturated = saturation(temperature, per_kelvin, pressure);
  const double rise = saturation_rise(saturated, per_kelvin);
  constexpr double warming = air::latent_heat / air::heat_capacity;
  constexpr double rounding = 1e-18;
  const double excess = vapour - saturated;
  const double change = std::max(-liquid, excess / (1 + warming * rise));
  return excess <= 0 && liquid <= 0 && liquid > -rounding ? 0 : change;
}

}  // namespace seafret
