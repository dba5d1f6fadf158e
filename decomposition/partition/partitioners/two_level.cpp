// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/partitioners/two_level.hpp"

#include <numeric>

#include "decomposition/partition/partitioners/node_by_node.hpp"

namespace seafret {
namespace {

/// The cuts one after the other, the shares being the ranks of the nodes on either side; each leaf
/// is a node.
Section cut_into_nodes(std::span<const Cut> cuts, std::span<const int> rooms) {
  if (cuts.empty()) return {};
  Section section{cuts.front().along_x, {}, {}};
  const auto parts = static_cast<std::size_t>(cuts.front().parts);
  const std::size_t nodes = rooms.size() / parts;
  for (std::size_t n = 0; n < parts; ++n) {
    const auto mine = rooms.subspan(n * nodes, nodes);
    section.shares.push_back(std::reduce(mine.begin(), mine.end(), std::int64_t{0}));
    section.parts.push_back(cut_into_nodes(cuts.subspan(1), mine));
  }
  return section;
}

}  // namespace

Candidates two_level(const Nodes& nodes) {
  const AnyDimension orders(nodes.count());
  return {.size = orders.size(),
          .at =
              [rooms = nodes.rooms(), orders, node_by_node = NodeByNode(nodes)](
                  PartitionJudge& judge, std::int64_t i, double limit) {
                return node_by_node.among_cores(judge, cut_into_nodes(orders.at(i), rooms), limit);
              },
          .ordering = [orders](std::int64_t i) { return "nodes " + notation(orders.at(i)); }};
}

}  // namespace seafret
