// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

inline constexpr double gravity = 9.81;         // m s-2
inline constexpr double von_karman = 0.4;       // of a current over the bottom
inline constexpr double earth_radius = 6371e3;  // m

}  // namespace seafret
