// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/advection/limited.hpp"

namespace seafret {

/// Every face has the mean of its two cells: no damping and no limiter, for smooth fields.
struct Centred {
  static constexpr bool looks_behind = false;
  static constexpr int flops = 1;
  template <class V>
  static V weight(V /*courant*/) {
    return V{} + 0.5;
  }
  template <class V>
  static V slope(V /*behind*/, V ahead) {
    return ahead;
  }
};

inline const bool centred_registered = advection_schemes().add(
    "centred",
    swept_advection<Limited<Centred>>(
        {.what = "mean of both cells, by leapfrog; makes waves where a field is not smooth",
         .order = 2,
         .in_the_middle = true}));

}  // namespace seafret
