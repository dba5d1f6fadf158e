// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "decomposition/base/error.hpp"
#include "miniapp/case_file/number.hpp"
#include "miniapp/case_file/tree.hpp"

namespace seafret {

/// "16x16x256": columns in x and y, and levels.
inline std::array<int, 3> read_points(const std::string& benchmark, const std::string& text) {
  constexpr int most = 1'000'000;  // as grid.points
  std::array<int, 3> points{};
  const std::vector<std::string_view> parts = split(text, 'x');
  bool fits = parts.size() == points.size();
  for (std::size_t n = 0; fits && n < points.size(); ++n) {
    const auto number = parse_as<int>(parts[n]);
    points[n] = number.value.value_or(0);
    fits = points[n] >= 1 && points[n] <= most;
  }
  if (!fits)
    throw InputError(
        fmt::format("{}: --points wants three whole numbers from 1 to {}, such as 16x16x256, not "
                    "'{}'",
                    benchmark, most, text));
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
