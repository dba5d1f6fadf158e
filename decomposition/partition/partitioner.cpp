// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/partitioner.hpp"

namespace seafret {

std::vector<Box> Partitioner::operator()(const Grid& grid, const Nodes& nodes,
                                         const PartitionOptions& options) const {
  const bool searches = candidates != nullptr && (cut == nullptr || options.refine);
  return dealt(nodes, searches ? search_partition(grid, nodes, options, candidates(nodes))
                               : cut(grid, nodes.ranks()));
}

}  // namespace seafret
