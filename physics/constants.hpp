// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

inline constexpr double gravity = 9.81;    // m s-2, as MONC has it
inline constexpr double von_karman = 0.4;  // of a flow over a rough wall

}  // namespace seafret
