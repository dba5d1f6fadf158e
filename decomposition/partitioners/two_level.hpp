// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/search.hpp"

namespace seafret {

/// First into nodes, by any order of cuts; then each node among its cores, by the order that suits
/// it best: what its ranks need from other nodes does not depend on how those are cut.  The last
/// node may have fewer ranks.
std::vector<Box> two_level(const Grid& grid, int ranks, const PartitionOptions& options);

inline const bool two_level_registered = partitioners().add(
    "two_level", {"first into nodes, then each among its cores", two_level, true});

}  // namespace seafret
