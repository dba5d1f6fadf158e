// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/advection/limited.hpp"

namespace seafret {

/// Every face has the value of the cell that the wind blows from.
struct Upwind {
  static constexpr bool looks_behind = false;
  static constexpr int flops = 0;
  static double weight(double /*courant*/) { return 0; }
  static double slope(double /*behind*/, double /*ahead*/) { return 0; }
};

inline const bool upwind_registered = advection_schemes().add(
    "upwind",
    swept_advection<Limited<Upwind>>(
        {.what = "the cell upwind; smears everything", .order = 1, .monotone_outflow = 1}));

}  // namespace seafret
