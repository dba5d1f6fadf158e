// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/partitioner.hpp"

namespace seafret {

/// How many blocks there are along x in the layout whose blocks have the shortest sides, so the
/// least halo (on a tie the one with more blocks in y: longer rows); 0 where none fits.
inline int blocks_in_x(const Grid& grid, int ranks) {
  const auto longest = [](int n, int parts) { return (n + parts - 1) / parts; };
  int best = 0;
  for (int px = 1; px <= ranks; ++px) {
    const int py = ranks / px;
    if (px * py != ranks || px > grid.nx || py > grid.ny) continue;
    const auto sides = [&](int p) { return longest(grid.nx, p) + longest(grid.ny, ranks / p); };
    if (best == 0 || sides(px) < sides(best)) best = px;
  }
  return best;
}

/// px * py equal blocks, numbered along x first.
inline std::vector<Box> blocks(const Grid& grid, int ranks) {
  const int px = blocks_in_x(grid, ranks);
  if (px == 0) {
    int fewer = static_cast<int>(std::min(std::int64_t{ranks} - 1, grid.box().area()));
    while (blocks_in_x(grid, fewer) == 0) --fewer;
    throw InputError("blocks: a grid of " + std::to_string(grid.nx) + " x " +
                     std::to_string(grid.ny) + " columns cannot be cut into " +
                     std::to_string(ranks) + " equal blocks; into " + std::to_string(fewer) +
                     " it can");
  }
  const auto cut = [](int n, int parts, int p) {
    return static_cast<int>(std::int64_t{n} * p / parts);
  };
  const int py = ranks / px;
  std::vector<Box> boxes;
  for (int q = 0; q < py; ++q)
    for (int p = 0; p < px; ++p)
      boxes.push_back({cut(grid.nx, px, p), cut(grid.nx, px, p + 1),  //
                       cut(grid.ny, py, q), cut(grid.ny, py, q + 1)});
  return boxes;
}

inline const bool blocks_registered =
    partitioners().add("blocks", {.what = "equal blocks, land or sea", .cut = blocks});

}  // namespace seafret
