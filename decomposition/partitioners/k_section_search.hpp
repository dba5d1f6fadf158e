// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/search.hpp"

namespace seafret {

/// The best of Pickles' orders of cuts (his eq. 1).
inline std::vector<Box> k_section_search(const Grid& grid, int ranks,
                                         const PartitionOptions& options) {
  const TurnByTurn orders(ranks);
  return search_partition(grid, ranks, options, candidates_of(orders));
}

inline const bool k_section_search_registered = partitioners().add(
    "k_section_search",
    {"the best order of cuts in turns (eq. 1 of the paper)", k_section_search, true});

}  // namespace seafret
