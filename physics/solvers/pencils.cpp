// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/pencils.hpp"

#include <algorithm>

namespace seafret {
namespace {

/// How the ranks are numbered: so many shares of the lines, of each so many of the levels.
struct Shares {
  int lines, levels;
};

Shares shares_of(int ranks, int lines, int groups_of_levels) {
  const int levels = std::clamp((ranks + lines - 1) / lines, 1, groups_of_levels);
  return {std::max(1, ranks / levels), std::min(levels, ranks)};
}

bool all_span_x(const std::vector<Brick>& boxes, int nx) {
  return std::ranges::all_of(boxes,
                             [&](const Brick& b) { return b.empty() || b.columns.width() == nx; });
}

}  // namespace

Pencils make_pencils(const Decomposition& decomposition, int levels, int together) {
  const int nx = decomposition.grid().nx, ny = decomposition.grid().ny;
  const int ranks = decomposition.ranks(), modes = nx / 2 + 1;
  const int groups = (levels + together - 1) / together;
  const Shares shares = shares_of(ranks, std::min(ny, modes), groups);
  Pencils all;
  for (int r = 0; r < ranks; ++r) all.boxes.push_back({decomposition.owned(r), 0, levels});
  const bool stay = shares.levels == 1 && all_span_x(all.boxes, nx);
  for (int r = 0; r < ranks; ++r) {
    const int line = r / shares.levels, group = r % shares.levels;
    const bool idle = line >= shares.lines;
    const auto part = [&](int n, int share, int of) {
      return idle ? std::pair(0, 0) : share_of(n, share, of);
    };
    const auto [first_row, end_row] =
        stay ? std::pair(all.boxes[static_cast<std::size_t>(r)].columns.y0,
                         all.boxes[static_cast<std::size_t>(r)].columns.y1)
             : part(ny, line, shares.lines);
    const auto [first_mode, end_mode] = part(modes, line, shares.lines);
    const auto [first_y, end_y] = part(ny, group, shares.levels);
    const auto [bottom, top] = part(groups, group, shares.levels);
    const int low = bottom * together, high = std::min(levels, top * together);
    all.x_lines.push_back({{0, nx, first_row, end_row}, low, high});
    all.x_modes.push_back({{0, 2 * modes, first_row, end_row}, low, high});
    all.y_lines.push_back({{2 * first_mode, 2 * end_mode, 0, ny}, low, high});
    all.columns.push_back({{2 * first_mode, 2 * end_mode, first_y, end_y}, 0, idle ? 0 : levels});
  }
  return all;
}

}  // namespace seafret
