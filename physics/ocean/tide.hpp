// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <complex>
#include <numbers>

namespace seafret {

/// The principal lunar tide, M2: the only one so far.
inline constexpr double m2_period = 12.4206012 * 3600;  // s

inline double m2_angle(double time) { return 2 * std::numbers::pi * time / m2_period; }

/// Amplitude A (m) and phase lag G (degrees, relative to Greenwich) of A cos(omega t - G), as the
/// complex number A e^(-iG), which unlike the two can be interpolated.
inline std::complex<double> tidal_constant(double amplitude, double phase) {
  return std::polar(amplitude, -phase * std::numbers::pi / 180);
}

/// The phase lag of such a number, in [0, 360) degrees.
inline double phase_lag(std::complex<double> constant) {
  const double degrees = -std::arg(constant) * 180 / std::numbers::pi;
  return degrees < 0 ? degrees + 360 : degrees + 0.0;  // not -0
}

}  // namespace seafret
