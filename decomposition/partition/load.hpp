// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "decomposition/grid/box_tree.hpp"
#include "decomposition/grid/grid.hpp"

namespace seafret {

/// What one rank has to do (Pickles, section 4), in columns.
struct Load {
  std::int64_t wet = 0, dry = 0, outside = 0;  ///< in its box
  /// Wet columns of other ranks, on the same node or on another, that are neighbours, diagonal ones
  /// too, of wet columns of its own.
  std::int64_t halo_on = 0, halo_off = 0;
  int messages_on = 0, messages_off = 0;  ///< ranks that those columns come from

  friend bool operator==(const Load&, const Load&) = default;
};

/// Which columns are wet, line by line, with one more on every side: a wet one only across a
/// periodic edge.
class WetLines {
 public:
  /// Lines run along x or along y.
  WetLines(const Grid& grid, bool along_x);
  int lines() const { return lines_; }
  int length() const { return length_; }
  /// One byte a column, from -1 to length() of a line from -1 to lines(); 0 is not wet.
  const std::uint8_t* line(int l) const { return &wet_[offset(l) + 1]; }
  /// How many columns from `from` to `to` of a line have a neighbour among those from `first` to
  /// `last`, itself included, of the line beside it (`step` is 1 or -1).
  std::int64_t next_to(int line, int step, int from, int to, int first, int last) const;

 private:
  std::size_t offset(int line) const {
    const int kept = line == lines_ ? kept_ : std::min(line, kept_ - 1);
    return static_cast<std::size_t>(kept + 1) * static_cast<std::size_t>(length_ + 2);
  }
  int length_, lines_;
  int kept_;  // without a mask all lines are as the first one
  std::pmr::vector<std::uint8_t> wet_;
};

/// Counts the loads of one partition after the other of the same grid, each in O(sides +
/// neighbours * log ranks) a rank.
class LoadCounter {
 public:
  explicit LoadCounter(const Grid& grid);
  LoadCounter(const LoadCounter&) = delete;
  LoadCounter& operator=(const LoadCounter&) = delete;

  /// The loads of all ranks, until the next call; `node_of` says on which node each is.  The boxes
  /// must not overlap.
  std::span<const Load> operator()(std::span<const Box> boxes, std::span<const int> node_of);

  /// What follows is about these boxes.  `node_of` must stay.
  void look_at(std::span<const Box> boxes, std::span<const int> node_of);
  Load load(std::size_t rank);
  /// The box of a rank is another one now.
  void move(std::size_t rank, const Box& box) { tree_.set(rank, box); }
  /// Calls visit(rank) for each rank that has columns in a box or across a periodic edge from it,
  /// for some more than once.
  template <class Visit>
  void for_each_in(const Box& box, const Visit& visit) const {
    for_each_image(grid_, Halo::all(1), [&](int dx, int dy) {
      tree_.for_each(box.shifted(dx, dy), [&](int rank, const Box&) { visit(rank); });
    });
  }

  /// How many columns two boxes that have one whole side in common send each other across it.
  std::int64_t exchanged(const Box& low, const Box& high) const;

  const Grid& grid() const { return grid_; }
  const CellCount& wet() const { return wet_; }

 private:
  /// Wet columns of `theirs`, a piece of the line round `mine`, that are neighbours of wet ones
  /// there.
  std::int64_t halo_columns(const Box& mine, const Box& theirs) const;

  const Grid& grid_;
  CellCount wet_, outside_;
  WetLines along_x_, along_y_;
  BoxTree tree_;
  std::vector<Load> loads_;
  std::span<const int> node_of_;
  std::int64_t counted_ = 0;
  std::vector<std::int64_t> heard_;  // of each rank, the last count with a message from it
};

}  // namespace seafret
