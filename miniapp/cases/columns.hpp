// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <string>

namespace seafret {

/// Throws KeyError of grid.points for fewer columns along either axis than an answer needs; why it
/// does is said like "its vortices turn along x".
void insist_on_columns(std::array<int, 2> points, std::array<int, 2> least, const std::string& why);

}  // namespace seafret
