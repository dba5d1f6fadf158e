// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/cut_orders.hpp"
#include "decomposition/partition/partitioner.hpp"

namespace seafret {

/// Applies the cuts one after the other to the whole grid.  Each part of a cut gets an equal share
/// of the wet cells (the line where the running count is nearest to j/k of them); numbering is
/// depth first, so that the last cut gives consecutive ranks.  Land at the edges is then trimmed
/// off every box (Ashworth 1999).  Throws InputError where a box would get no wet cell.
std::vector<Box> k_section(const Grid& grid, const std::vector<Cut>& cuts);

/// By the default order of cuts.
inline std::vector<Box> k_section(const Grid& grid, int ranks) {
  return k_section(grid, default_cuts(ranks));
}

inline const bool k_section_registered = partitioners().add(
    "k_section",
    {.what = "equal shares of the sea, by the default order of cuts",
     .cut = k_section,
     .candidates = [](const Nodes& nodes) { return candidates_of(DefaultOrder(nodes.ranks())); }});

}  // namespace seafret
