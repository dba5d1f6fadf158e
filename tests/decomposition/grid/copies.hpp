// SPDX-License-Identifier: BSD-3-Clause
// What a halo is, point by point: the plain twin of pieces().
#pragma once
#include <algorithm>
#include <compare>
#include <vector>

#include "decomposition/grid/decomposition.hpp"

namespace seafret {

/// A halo point (i, j), and the grid point that it is a copy of.
struct Copy {
  int i, j, from_i, from_j;
  friend auto operator<=>(const Copy&, const Copy&) = default;
};

inline bool same_line(int a, int b, int n, bool periodic) {
  return periodic ? (a - b) % n == 0 : a == b;
}

inline bool in_halo(const Box& owned, const Halo& h, int i, int j) {
  if (owned.empty()) return false;
  const bool beside = i < owned.x0 || i >= owned.x1, above = j < owned.y0 || j >= owned.y1;
  return owned.grown(h).contains(i, j) && (beside || above) && (h.corners || !(beside && above));
}

/// What the receiver needs from the sender, point by point.
inline std::vector<Copy> copies_by_definition(const Decomposition& d, int receiver, int sender,
                                              const Halo& h) {
  const Grid& g = d.grid();
  const Box& to = d.owned(receiver);
  const Box& from = d.owned(sender);
  const Box held = to.grown(h);
  std::vector<Copy> copies;
  for (int j = held.y0; j < held.y1; ++j)
    for (int i = held.x0; i < held.x1; ++i)
      for (int y = from.y0; y < from.y1 && in_halo(to, h, i, j); ++y)
        for (int x = from.x0; x < from.x1; ++x)
          if (same_line(i, x, g.nx, g.periodic_x) && same_line(j, y, g.ny, g.periodic_y))
            copies.push_back({i, j, x, y});
  std::sort(copies.begin(), copies.end());
  return copies;
}

/// The same as pieces() says it, sorted; a point that is in two pieces is here twice.
inline std::vector<Copy> copies_of(const std::vector<Piece>& found) {
  std::vector<Copy> copies;
  for (const Piece& p : found)
    for (int j = p.box.y0; j < p.box.y1; ++j)
      for (int i = p.box.x0; i < p.box.x1; ++i) copies.push_back({i, j, i + p.dx, j + p.dy});
  std::sort(copies.begin(), copies.end());
  return copies;
}

}  // namespace seafret
