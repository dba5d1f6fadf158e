// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "decomposition/base/error.hpp"

namespace seafret {

/// "16x16x256": columns in x and y, and levels.
inline std::array<int, 3> read_points(const std::string& benchmark, const std::string& text) {
  std::array<int, 3> points{};
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%dx%d%c", &points[0], &points[1], &points[2], &rest) != 3 ||
      *std::ranges::min_element(points) < 1)
    throw InputError(benchmark + ": --points wants three whole numbers such as 16x16x256, not '" +
                     text + "'");
  return points;
}

/// Boxes of one size on as square a grid of ranks as there is.  If there are more of them one
/// way it is in y, whose rows lie farthest apart in memory (as x in MONC, whose rows are in y).
inline std::array<int, 2> boxes_in_x_and_y(int ranks) {
  int in_x = 1;
  for (int n = 2; n * n <= ranks; ++n)
    if (ranks % n == 0) in_x = n;
  return {in_x, ranks / in_x};
}

}  // namespace seafret
