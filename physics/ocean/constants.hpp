// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

inline constexpr double gravity = 9.81;  // m s-2

}  // namespace seafret
