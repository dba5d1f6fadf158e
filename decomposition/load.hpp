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

/// Which points are wet, line by line, with one more point on every side: a wet one only across a
/// periodic edge.
class WetLines {
 public:
  /// Lines run along x or along y.
  WetLines(const Grid& grid, bool along_x);
  int lines() const { return lines_; }
  int length() const { return length_; }
  /// One byte a point, from -1 to length() of a line from -1 to lines(); 0 is not wet.
  const std::uint8_t* line(int l) const { return &wet_[offset(l) + 1]; }

 private:
  std::size_t offset(int line) const {
    return static_cast<std::size_t>(line + 1) * static_cast<std::size_t>(length_ + 2);
  }
  int length_, lines_;
  std::vector<std::uint8_t> wet_;
};

/// Of the wet points next to one side of any box, counts those with wet neighbours in the box, in
/// constant time.
class SideCount {
 public:
  /// The box's own line is `step` (1 or -1) from the one counted.
  SideCount(const WetLines& wet, int step);
  /// How many points from `from` to `to` of a line have a neighbour among my points from `first` to
  /// `last`, itself included, of the line beside it.
  std::int64_t operator()(int line, int from, int to, int first, int last) const;

 private:
  const WetLines& wet_;
  int step_;
  std::vector<std::int32_t> sums_;  // running, along each line, of wet points with wet neighbours
};

/// Counts the loads of one partition after the other of the same grid, each in O(neighbours * log
/// ranks) a rank.
class LoadCounter {
 public:
  explicit LoadCounter(const Grid& grid);
  LoadCounter(const LoadCounter&) = delete;
  LoadCounter& operator=(const LoadCounter&) = delete;

  /// The loads of all ranks, until the next call; `node_of` says on which node each is.  The boxes
  /// must not overlap.
  std::span<const Load> operator()(std::span<const Box> boxes, std::span<const int> node_of) {
    return of_first(boxes.size(), boxes, node_of);
  }
  /// The loads of the first so many ranks only.
  std::span<const Load> of_first(std::size_t ranks, std::span<const Box> boxes,
                                 std::span<const int> node_of);

  /// How many points two boxes that have one whole side in common send each other across it.
  std::int64_t exchanged(const Box& low, const Box& high) const;

  const Grid& grid() const { return grid_; }
  const CellCount& wet() const { return wet_; }

 private:
  /// Wet points of `theirs`, a piece of the line round `mine`, that are neighbours of wet ones
  /// there.
  std::int64_t halo_points(const Box& mine, const Box& theirs) const;

  const Grid& grid_;
  CellCount wet_, outside_;
  WetLines rows_, columns_;
  SideCount south_, north_, west_, east_;
  BoxTree tree_;
  std::vector<Load> loads_;
  std::vector<int> heard_by_;  // for each rank, the last one that got a message from it
};

}  // namespace seafret
