// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/advection/limited.hpp"

namespace seafret {

/// Every face has the value of the cell that the wind blows from.
struct Upwind {
  static constexpr bool looks_behind = false;
  static constexpr int flops = 0;
  template <class V>
  static V weight(V /*courant*/) {
    return V{};
  }
  template <class V>
  static V slope(V /*behind*/, V /*ahead*/) {
    return V{};
  }
};

inline const bool upwind_registered = advection_schemes().add(
    "upwind",
    swept_advection<Limited<Upwind>>(
        {.what = "the cell upwind; smears everything", .order = 1, .monotone_outflow = 1}));

}  // namespace seafret
