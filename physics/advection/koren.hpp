// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "physics/advection/limited.hpp"

namespace seafret {

/// Koren (1993): phi(r) = max(0, min(2 r, (1 + 2 r)/3, 2)).
struct Koren {
  static constexpr bool looks_behind = true;
  static constexpr int flops = 13;
  template <class V>
  static V weight(V courant) {
    return 0.5 * (1 - courant);
  }
  /// One of the two terms is zero: the first where the field falls, the second where it rises,
  /// both at an extremum.
  template <class V>
  static V slope(V behind, V ahead) {
    const V a = 2 * behind, b = (ahead + 2 * behind) * (1. / 3), c = 2 * ahead;
    return greatest(V{}, least(a, least(b, c))) + least(V{}, greatest(a, greatest(b, c)));
  }
};

inline const bool koren_registered = advection_schemes().add(
    "koren",
    swept_advection<Limited<Koren>>(
        {.what = "flux limiter of Koren, near third order", .order = 2, .monotone_outflow = 0.5}));

}  // namespace seafret
