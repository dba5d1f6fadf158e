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
      orders_(orders_of(ranks_of_node_.front())),
      orders_of_last_(orders_of(ranks_of_node_.back())) {}

std::vector<NodeByNode::Order> NodeByNode::orders_of(int cores) {
  const AnyDimension all(cores);
  std::vector<Order> orders;
  for (std::int64_t i = 0; i < all.size(); ++i) {
    const std::vector<Cut> cuts = all.at(i);
    orders.push_back({equal_sections(cuts)});
    for (const Cut& c : cuts) (c.along_x ? orders.back().in_x : orders.back().in_y) *= c.parts;
  }
  return orders;
}

std::vector<const NodeByNode::Order*> NodeByNode::suiting(const Box& node,
                                                          const std::vector<Order>& orders) {
  std::vector<const Order*> all;
  for (const Order& o : orders) all.push_back(&o);
  const auto sides = [&](const Order* o) {
    return static_cast<double>(node.width()) / o->in_x +
           static_cast<double>(node.height()) / o->in_y;
  };
  std::ranges::stable_sort(all, {}, sides);
  constexpr std::size_t most = 16;
  all.resize(std::min(all.size(), most));
  return all;
}

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
    PartitionSearch& search, const Box& node, const std::vector<Order>& orders,
    const std::vector<Box>& beside) const {
  std::pair<double, double> least;  // the slowest, and on a tie all together
  std::optional<Section> best;
  for (const Order* const order : suiting(node, orders)) {
    std::vector<Box> boxes = divide(search.wet(), node, order->section);
    if (!search.is_feasible(boxes)) continue;
    trim(search.wet(), boxes);
    const std::size_t ranks = boxes.size();
    boxes.insert(boxes.end(), beside.begin(), beside.end());
    std::vector<int> node_of(boxes.size(), 1);
    std::fill_n(node_of.begin(), ranks, 0);
    search.count().look_at(boxes, node_of);
    std::pair<double, double> cost;
    for (std::size_t r = 0; r < ranks && (!best || cost.first <= least.first); ++r) {
      const double c = search.cost_of_rank(search.count().load(r));
      cost.first = std::max(cost.first, c);
      cost.second += c;
    }
    if (best && cost >= least) continue;
    least = cost;
    best = order->section;
  }
  if (!best) return {};
  return std::pair(least.first, std::move(*best));
}

}  // namespace seafret
