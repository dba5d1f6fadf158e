// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <complex>
#include <numbers>
#include <span>
#include <string_view>

namespace seafret {

/// One of the harmonic constituents that make up a tide.
struct Constituent {
  std::string_view name;
  double speed;  ///< degrees an hour

  constexpr double period() const { return 360 / speed * 3600; }  ///< s
  constexpr double angle(double time) const { return 2 * std::numbers::pi * time / period(); }
  friend bool operator==(const Constituent&, const Constituent&) = default;
};

/// The largest ones, and the first overtide. Speeds: Schureman 1958, Manual of Harmonic Analysis
/// and Prediction of Tides, U.S. Coast and Geodetic Survey Special Publication 98, table 2.
inline constexpr std::array<Constituent, 9> known_constituents = {{{"M2", 28.9841042},
                                                                   {"S2", 30.0},
                                                                   {"N2", 28.4397295},
                                                                   {"K2", 30.0821373},
                                                                   {"K1", 15.0410686},
                                                                   {"O1", 13.9430356},
                                                                   {"P1", 14.9589314},
                                                                   {"Q1", 13.3986609},
                                                                   {"M4", 57.9682084}}};

/// The principal lunar tide.
inline constexpr Constituent m2 = known_constituents[0];
inline constexpr double m2_period = m2.period();  // s

/// How long one must look to tell these from each other and from the mean (Rayleigh's criterion:
/// any two differ by a whole turn), s.
double time_to_resolve(std::span<const Constituent> constituents);

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
