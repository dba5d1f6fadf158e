// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/placement/rank_order.hpp"

namespace seafret {

/// Pickles' heuristic: the rank left that exchanges most begins a node, which is then filled with
/// those that exchange most with it.
Nodes greedy_nodes(const HaloGraph& graph, std::span<const int> rooms);

inline const bool greedy_rank_order_registered = rank_orders().add(
    "greedy", {"each node is filled with the neighbours of what is there", greedy_nodes});

}  // namespace seafret
