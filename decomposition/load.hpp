// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "decomposition/box_tree.hpp"
#include "decomposition/grid.hpp"

namespace seafret {

/// What one rank has to do (Pickles, section 4).  Points are columns.
struct Load {
  std::int64_t wet = 0, dry = 0, outside = 0;  ///< in its box
  /// Wet points of other ranks, on the same node or on another, that are neighbours, diagonal ones
  /// too, of wet points of its own.
  std::int64_t halo_on = 0, halo_off = 0;
  int messages_on = 0, messages_off = 0;  ///< ranks that those points come from

  friend bool operator==(const Load&, const Load&) = default;
};

/// For the wet points next to one side of a box: which of them have wet neighbours in the box, for
/// any box, in constant time.  Lines run along that side.
class SideCount {
 public:
  /// The side's own line is `step` (1 or -1) from the one counted; lines run along x or along y.
  SideCount(const Grid& grid, bool along_x, int step);
  /// How many points of `theirs`, one line next to `mine`, are wet neighbours of a wet one there.
  std::int64_t operator()(const Box& mine, const Box& theirs) const;

 private:
  bool wet(int along, int line) const;

  bool along_x_;
  int step_, length_;
  // With one more point round the grid: wet ones across a periodic edge, else none.
  std::vector<std::uint8_t> wet_;
  std::vector<std::int32_t> sums_;  // running, along each line, of wet points with wet neighbours
};

/// Counts the loads of one partition after the other of the same grid, each in O(neighbours * log
/// ranks) a rank.
class LoadCounter {
 public:
  explicit LoadCounter(const Grid& grid);

  /// The loads of all ranks, until the next call; `node_of` says on which node each is.  The boxes
  /// must not overlap.
  std::span<const Load> operator()(std::span<const Box> boxes, std::span<const int> node_of);

  const Grid& grid() const { return grid_; }
  const CellCount& wet() const { return wet_; }

 private:
  const Grid& grid_;
  CellCount wet_, outside_;
  SideCount south_, north_, west_, east_;
  BoxTree tree_;
  std::vector<Load> loads_;
  std::vector<int> heard_by_;  // for each rank, the last one that got a message from it
};

}  // namespace seafret
