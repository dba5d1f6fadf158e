// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>

#include "decomposition/base/registry.hpp"
#include "decomposition/partition/nodes.hpp"
#include "decomposition/placement/halo_graph.hpp"

namespace seafret {

/// Decides which ranks share a node.
struct RankOrder {
  std::string what;
  /// rooms[n] ranks go on node n.
  Nodes (*nodes)(const HaloGraph& graph, std::span<const int> rooms);
};
Registry<RankOrder>& rank_orders();

}  // namespace seafret
