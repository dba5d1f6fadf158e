// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "physics/advection/limited.hpp"

namespace seafret {

/// Koren (1993): phi(r) = max(0, min(2 r, (1 + 2 r)/3, 2)).
struct Koren {
  static constexpr bool looks_behind = true;
  static constexpr int flops = 13;
  static double weight(double courant) { return 0.5 * (1 - courant); }
  /// One of the two terms is zero: the first where the field falls, the second where it rises,
  /// both at an extremum.
  static double slope(double behind, double ahead) {
    const double a = 2 * behind, b = (ahead + 2 * behind) * (1. / 3), c = 2 * ahead;
    return std::max(0., std::min(a, std::min(b, c))) + std::min(0., std::max(a, std::max(b, c)));
  }
};

inline const bool koren_registered = advection_schemes().add(
    "koren",
    swept_advection<Limited<Koren>>(
        {.what = "flux limiter of Koren, near third order", .order = 2, .monotone_outflow = 0.5}));

}  // namespace seafret
