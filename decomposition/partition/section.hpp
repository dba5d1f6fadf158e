// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "decomposition/grid/grid.hpp"
#include "decomposition/partition/cut_orders.hpp"

namespace seafret {

/// How a box is cut, and its parts in turn: a tree whose leaves are ranks, numbered depth first, so
/// that the last cuts give consecutive ranks.
struct Section {
  bool along_x = true;
  std::vector<Section> parts;        ///< none: this is one rank
  std::vector<std::int64_t> shares;  ///< of the wet cells, one for each part, in any unit

  int ranks() const;
};

/// The cuts one after the other, each into equal shares.
Section equal_sections(std::span<const Cut> cuts);

/// The box of each part of a cut.  A line goes where the running count of wet cells is nearest to
/// what the shares before it come to, on a tie to the later place.  Nothing is trimmed, so that the
/// boxes cover `box`; some may be empty.
std::vector<Box> parts_of(const CellCount& wet, const Box& box, const Section& section);

/// The box of each rank, by cutting the parts in turn.
std::vector<Box> divide(const CellCount& wet, const Box& box, const Section& section);

/// Drops the rows and columns without wet cells at the edges of each box (Ashworth 1999).
void trim(const CellCount& wet, std::span<Box> boxes);

}  // namespace seafret
