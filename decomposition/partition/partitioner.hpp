// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "decomposition/partition/search.hpp"

namespace seafret {

/// Cuts a grid into one box a rank: at once, or by judging many candidates.  Both are made for
/// ranks that fill the nodes one after the other.
struct Partitioner {
  std::string what;
  std::vector<Box> (*cut)(const Grid& grid, int ranks) = nullptr;
  Candidates (*candidates)(const Nodes& nodes) = nullptr;

  /// The box of each rank.  Throws InputError where that many cannot be served.  Collective among
  /// the searchers.
  std::vector<Box> operator()(const Grid& grid, const Nodes& nodes,
                              const PartitionOptions& options = {}) const {
    const bool searches = candidates != nullptr && (cut == nullptr || options.refine);
    return dealt(nodes, searches ? search_partition(grid, nodes, options, candidates(nodes))
                                 : cut(grid, nodes.ranks()));
  }
};
Registry<Partitioner>& partitioners();

}  // namespace seafret
