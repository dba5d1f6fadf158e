// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partitioners/node_by_node.hpp"

#include <algorithm>

#include "decomposition/images.hpp"

namespace seafret {
namespace {

std::vector<int> filled_in_turn(int ranks, int cores) {
  std::vector<int> nodes(static_cast<std::size_t>(ranks / cores), cores);
  if (ranks % cores > 0) nodes.push_back(ranks % cores);
  return nodes;
}

void collect_leaves(Section& section, std::vector<Section*>& leaves) {
  if (section.parts.empty()) return leaves.push_back(&section);
  for (Section& part : section.parts) collect_leaves(part, leaves);
}

}  // namespace

NodeByNode::NodeByNode(int ranks, int cores)
    : ranks_of_node_(filled_in_turn(ranks, cores > 0 ? std::min(cores, ranks) : ranks)),
      orders_(ranks_of_node_.front()),
      orders_of_last_(ranks_of_node_.back()) {}

std::optional<Section> NodeByNode::among_cores(PartitionSearch& search, Section into_nodes,
                                               double limit) const {
  std::vector<Box> nodes = divide(search.wet(), search.grid().box(), into_nodes);
  trim(search.wet(), nodes);
  const BoxTree tree(nodes);
  std::vector<Section*> leaves;
  collect_leaves(into_nodes, leaves);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    std::vector<bool> met(nodes.size());
    for_each_image(search.grid(), Halo::all(1), [&](int dx, int dy) {
      tree.for_each(nodes[n].grown(1).shifted(dx, dy),
                    [&](int other, const Box&) { met[static_cast<std::size_t>(other)] = true; });
    });
    met[n] = false;
    std::vector<Box> beside;
    for (std::size_t other = 0; other < nodes.size(); ++other)
      if (met[other]) beside.push_back(nodes[other]);
    auto best =
        best_inside(search, nodes[n], n + 1 < nodes.size() ? orders_ : orders_of_last_, beside);
    if (!best || best->first >= limit) return {};
    *leaves[n] = std::move(best->second);
  }
  return into_nodes;
}

std::optional<std::pair<double, Section>> NodeByNode::best_inside(
    PartitionSearch& search, const Box& node, const AnyDimension& orders,
    const std::vector<Box>& beside) const {
  std::pair<double, double> least;  // the slowest, and on a tie all together
  std::optional<Section> best;
  for (std::int64_t i = 0; i < orders.size(); ++i) {
    Section section = equal_sections(orders.at(i));
    std::vector<Box> boxes = divide(search.wet(), node, section);
    if (!search.is_feasible(boxes)) continue;
    trim(search.wet(), boxes);
    const std::size_t ranks = boxes.size();
    boxes.insert(boxes.end(), beside.begin(), beside.end());
    std::vector<int> node_of(boxes.size(), 1);
    std::fill_n(node_of.begin(), ranks, 0);
    std::pair<double, double> cost;
    for (const Load& load : search.count().of_first(ranks, boxes, node_of)) {
      const double c = search.cost_of_rank(load);
      cost.first = std::max(cost.first, c);
      cost.second += c;
    }
    if (best && cost >= least) continue;
    least = cost;
    best = std::move(section);
  }
  if (!best) return {};
  return std::pair(least.first, std::move(*best));
}

}  // namespace seafret
