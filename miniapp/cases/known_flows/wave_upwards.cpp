// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/wave_upwards.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "miniapp/cases/last_place.hpp"
#include "physics/atmosphere/constants.hpp"

namespace seafret {
namespace {

constexpr double density_power = air::heat_capacity / air::gas_constant - 1;
constexpr double order = 0.5 * (density_power + 1);

}  // namespace

WaveUpwards::WaveUpwards(const ReferenceAir& air, double lid) : shallow_(air.boussinesq) {
  const double like_a_string = std::numbers::pi / lid;
  if (shallow_) {
    number_ = like_a_string;
    return;
  }
  const double ground = std::pow(air.ground_pressure / air::reference_pressure,
                                 air::gas_constant / air::heat_capacity);
  fall_ = air::gravity / (air::heat_capacity * air.theta * ground);
  const auto at_lid = [&](double number) { return in_deep_air(number / fall_, 1 - fall_ * lid); };
  // The first is a little shorter than a string's: zeros of such functions lie more than pi apart.
  double low = 0.5 * like_a_string, high = low;
  for (; at_lid(low) * at_lid(high) > 0; high += 0.1 * like_a_string) low = high;
  const bool rises = at_lid(low) < 0;
  number_ = last_place(low, high, [&](double n) { return (at_lid(n) < 0) == rises; });
  constexpr int looks = 1000;
  largest_ = 0;
  for (int n = 1; n < looks; ++n) largest_ = std::max(largest_, std::abs(shape(lid * n / looks)));
  largest_ = std::copysign(largest_, shape(0.5 * lid));
}

double WaveUpwards::in_deep_air(double wave, double s) const {
  return std::cyl_bessel_j(order, wave) * std::cyl_neumann(order, wave * s) -
         std::cyl_neumann(order, wave) * std::cyl_bessel_j(order, wave * s);
}

double WaveUpwards::shape(double height) const {
  if (shallow_) return std::sin(number_ * height);
  const double s = 1 - fall_ * height;
  return std::pow(s, order - density_power) * in_deep_air(number_ / fall_, s);
}

double WaveUpwards::at(double height) const { return shape(height) / largest_; }

}  // namespace seafret
