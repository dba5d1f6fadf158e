// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "decomposition/partition/cost.hpp"
#include "decomposition/partition/costs/paper.hpp"

namespace seafret {

/// What the slowest rank cannot see: the points that come in through the network adapter of the
/// busiest node, and those of all nodes (as the partitioner of NEMO has it, after Pickles).
inline double adapters_cost(std::span<const Load> loads, std::span<const int> node_of,
                            const CostWeights& w) {
  std::vector<double> received(1);
  double total = 0;
  for (std::size_t r = 0; r < loads.size(); ++r) {
    const auto node = static_cast<std::size_t>(node_of[r]),
               points = static_cast<std::size_t>(loads[r].halo_off);
    received.resize(std::max(received.size(), node + 1));
    received[node] += static_cast<double>(points);
    total += static_cast<double>(points);
  }
  return w.node * *std::ranges::max_element(received) + w.total * total;
}

inline const bool node_cost_registered = costs().add(
    "node",
    {"as paper, and points received by the busiest node and by all", paper_cost, adapters_cost});

}  // namespace seafret
