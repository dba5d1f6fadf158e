// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/advection/limited.hpp"
#include "physics/advection/van_leer_limiter.hpp"

namespace seafret {

inline const bool van_leer_registered = advection_schemes().add(
    "van_leer", swept_advection<Limited<VanLeer>>(
                    {.what = "flux limiter of van Leer", .order = 2, .monotone_outflow = 0.5}));

}  // namespace seafret
