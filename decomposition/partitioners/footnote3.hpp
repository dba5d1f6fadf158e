// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/search.hpp"

namespace seafret {

/// The best of the orders of cuts of which each goes along any dimension (Pickles' footnote 3).
inline std::vector<Box> footnote3(const Grid& grid, int ranks, const PartitionOptions& options) {
  const AnyDimension orders(ranks);
  return search_partition(grid, ranks, options, candidates_of(orders));
}

inline const bool footnote3_registered = partitioners().add(
    "footnote3", {"the best order of cuts of any dimension (its footnote 3)", footnote3, true});

}  // namespace seafret
