// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/atmosphere/sounding.hpp"

namespace seafret {

/// The longest wave upwards between ground and lid that w has in air of an even buoyancy frequency,
/// w(z), where all that swings together does so with omega^2 = N^2 k^2/(k^2 + number^2): the lowest
/// solution of
///     (F'/rho)' + number^2 F/rho = 0,  F = rho w,  F = 0 at both ends,
/// which the linear anelastic equations make of waves along the ground.
///
/// In air of one density that is sin(pi z/h).  In dry air of one potential temperature rho is
/// s^n with s = 1 - g z/(c_p theta pi_0) and n = c_v/R, and F is s^a Z_a(number s/s'), a = (n +
/// 1)/2: of Bessel's functions Z_a of that order the one that is zero at the ground, and for the
/// right number at the lid.
class WaveUpwards {
 public:
  WaveUpwards(const ReferenceAir& air, double lid);

  double number() const { return number_; }  ///< 1/m
  /// At most 1.
  double at(double height) const;

 private:
  double shape(double height) const;
  /// Bessel's, zero at the ground.
  double in_deep_air(double wave, double s) const;

  bool shallow_;
  double fall_ = 0;  ///< of s with height, 1/m
  double number_ = 0, largest_ = 1;
};

}  // namespace seafret
