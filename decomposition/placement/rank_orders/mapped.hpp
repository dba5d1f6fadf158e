// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/placement/rank_order.hpp"

namespace seafret {

/// Halves the nodes, and the ranks among them, again and again, each time exchanging ranks between
/// the halves for as long as less goes between them (Kernighan and Lin 1970); at the end between
/// all nodes.  The ranks as they come, so improved, are another start; the better one counts.
Nodes mapped_nodes(const HaloGraph& graph, std::span<const int> rooms);

/// Exchanges ranks between nodes for as long as that makes less go between them.
void swap_until_best(const HaloGraph& graph, std::vector<int>& node_of);

inline const bool mapped_rank_order_registered = rank_orders().add(
    "mapped", {"nodes are found by halving the graph of who exchanges with whom", mapped_nodes});

}  // namespace seafret
