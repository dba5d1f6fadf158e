// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "decomposition/placement/halo_graph.hpp"

namespace seafret {

/// Exchanges ranks between nodes for as long as that makes less go between them.
void swap_until_best(const HaloGraph& graph, std::vector<int>& node_of);

}  // namespace seafret
