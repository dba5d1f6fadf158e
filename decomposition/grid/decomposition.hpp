// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "decomposition/grid/box.hpp"
#include "decomposition/grid/box_tree.hpp"
#include "decomposition/grid/grid.hpp"
#include "decomposition/grid/halo_points.hpp"

namespace seafret {

/// Columns that `receiver` needs from `sender`, as a box in the receiver's coordinates; shifted by
/// (dx, dy) it is where the sender keeps them (across a periodic edge the two differ).
struct Piece {
  Box box;
  int dx = 0, dy = 0;

  Box source() const { return box.shifted(dx, dy); }

  friend bool operator==(const Piece&, const Piece&) = default;
};

/// Who owns which columns: box r belongs to rank r.  No MPI here: a partition over 4096 ranks is
/// built and judged by a test that runs on one.
class Decomposition {
 public:
  /// The boxes must lie within the grid and not overlap; cells that nobody owns are never swapped.
  Decomposition(Grid grid, std::vector<Box> owned);

  const Grid& grid() const { return grid_; }
  int ranks() const { return static_cast<int>(owned_.size()); }
  const Box& owned(int rank) const { return owned_[static_cast<std::size_t>(rank)]; }

  /// Every other rank that this one sends to or receives from, ascending.  Both ends find each
  /// other, also where data goes one way only.  Takes O(neighbours * log ranks).
  std::vector<int> neighbours(int rank, const Halo& halo) const;

 private:
  Grid grid_;
  std::vector<Box> owned_;
  BoxTree tree_;
};

/// What `receiver` needs from `sender` to fill a halo.  Both ends of a message call this one
/// function, so they cannot disagree about its contents or its order.  Of masked pieces only the
/// wet columns travel.
std::vector<Piece> pieces(const Decomposition& d, int receiver, int sender, const Halo& halo,
                          HaloPoints points = HaloPoints::all);

}  // namespace seafret
