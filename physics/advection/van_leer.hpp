// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>

#include "physics/advection/limited.hpp"

namespace seafret {

/// van Leer (1974): phi(r) = (r + |r|)/(1 + |r|), so that the slope is the harmonic mean.
struct VanLeer {
  static constexpr bool looks_behind = true;
  static constexpr int flops = 8;
  static double weight(double courant) { return 0.5 * (1 - courant); }
  static double slope(double behind, double ahead) {
    const double product = std::max(0., behind * ahead);
    // Both of one sign, or the product is zero; the addend only keeps zero from dividing.
    return std::copysign(2 * product / (std::abs(behind) + std::abs(ahead) + 1e-300), ahead);
  }
};

inline const bool van_leer_registered = advection_schemes().add(
    "van_leer", swept_advection<Limited<VanLeer>>(
                    {.what = "flux limiter of van Leer", .order = 2, .monotone_outflow = 0.5}));

}  // namespace seafret
