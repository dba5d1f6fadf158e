// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/grid/decomposition.hpp"

#include <algorithm>

namespace seafret {
namespace {

/// The halo of a box: with corners a frame, which is the grown box as long as nobody else's columns
/// lie in the box itself; without, its four arms.  Who owns nothing needs nothing.
template <class Visit>
void for_each_part(const Box& b, const Halo& h, Visit visit) {
  if (b.empty()) return;
  if (h.corners) return visit(b.grown(h));
  visit(b.grown(Halo{0, 0, h.south, 0}));
  visit(b.grown(Halo{h.west, h.east, 0, 0}));
  visit(b.grown(Halo{0, 0, 0, h.north}));
}

}  // namespace

Decomposition::Decomposition(Grid grid, std::vector<Box> owned)
    : grid_(std::move(grid)), owned_(std::move(owned)), tree_(owned_) {}

std::vector<int> Decomposition::neighbours(int rank, const Halo& halo) const {
  std::vector<int> found;
  for (const Halo& h : {halo, halo.mirrored()})  // whom I receive from, whom I send to
    for_each_image(grid_, h, [&](int dx, int dy) {
      for_each_part(owned(rank), h, [&](const Box& part) {
        tree_.for_each(part.shifted(-dx, -dy),
                       [&](int other, const Box&) { found.push_back(other); });
      });
    });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase(found, rank);
  return found;
}

std::vector<Piece> pieces(const Decomposition& d, int receiver, int sender, const Halo& halo,
                          HaloPoints points) {
  std::vector<Piece> found;
  for_each_image(d.grid(), halo, [&](int dx, int dy) {
    if (receiver == sender && dx == 0 && dy == 0) return;
    const Box theirs = d.owned(sender).shifted(dx, dy);
    for_each_part(d.owned(receiver), halo, [&](const Box& part) {
      const Box b = intersection(part, theirs);
      if (b.empty()) return;
      for (const Box& box : boxes_of(d.grid(), b.shifted(-dx, -dy), points))
        found.push_back({box.shifted(dx, dy), -dx, -dy});
    });
  });
  return found;
}

}  // namespace seafret
