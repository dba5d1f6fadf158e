// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/constants.hpp"

namespace seafret {

inline constexpr double earth_radius = 6371e3;  // m
inline constexpr double deepest_sea = 12000;    // m; deeper there is none

}  // namespace seafret
