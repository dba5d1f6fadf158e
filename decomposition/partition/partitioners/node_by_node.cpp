// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/partitioners/node_by_node.hpp"

#include <algorithm>
#include <set>

namespace seafret {
namespace {

void collect_leaves(Section& section, std::vector<Section*>& leaves) {
  if (section.parts.empty()) return leaves.push_back(&section);
  for (Section& part : section.parts) collect_leaves(part, leaves);
}

std::vector<Box> beside(const Grid& grid, const BoxTree& tree, const std::vector<Box>& nodes,
                        std::size_t node) {
  std::set<std::size_t> met;
  for_each_image(grid, Halo::all(1), [&](int dx, int dy) {
    tree.for_each(nodes[node].grown(1).shifted(dx, dy),
                  [&](int other, const Box&) { met.insert(static_cast<std::size_t>(other)); });
  });
  met.erase(node);
  std::vector<Box> boxes;
  for (const std::size_t other : met) boxes.push_back(nodes[other]);
  return boxes;
}

}  // namespace

NodeByNode::NodeByNode(const Nodes& nodes)
    : rooms_(nodes.rooms()),
      orders_tried_(static_cast<std::size_t>(std::clamp((1 << 17) / nodes.ranks(), 4, 64))) {
  for (const int ranks : rooms_)
    if (!orders_.contains(ranks)) orders_[ranks] = orders_of(ranks);
}

std::vector<NodeByNode::Order> NodeByNode::orders_of(int ranks) {
  const AnyDimension all(ranks);
  std::vector<Order> orders;
  for (std::int64_t i = 0; i < all.size(); ++i) {
    Order order{all.at(i)};
    for (const Cut& c : order.cuts) (c.along_x ? order.in_x : order.in_y) *= c.parts;
    orders.push_back(std::move(order));
  }
  return orders;
}

std::vector<const NodeByNode::Order*> NodeByNode::suiting(const Box& node,
                                                          const std::vector<Order>& orders) const {
  std::vector<const Order*> all;
  for (const Order& o : orders) all.push_back(&o);
  const auto sides = [&](const Order* o) {
    return static_cast<double>(node.width()) / o->in_x +
           static_cast<double>(node.height()) / o->in_y;
  };
  std::ranges::stable_sort(all, {}, sides);
  all.resize(std::min(all.size(), orders_tried_));
  return all;
}

std::optional<Section> NodeByNode::among_cores(PartitionJudge& judge, Section into_nodes,
                                               double limit) const {
  std::vector<Box> nodes = divide(judge.wet(), judge.grid().box(), into_nodes);
  trim(judge.wet(), nodes);
  const BoxTree tree(nodes);
  std::vector<Section*> leaves;
  collect_leaves(into_nodes, leaves);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const std::vector<Order>& orders = orders_.at(rooms_[n]);
    auto best = best_inside(judge, nodes[n], orders, beside(judge.grid(), tree, nodes, n));
    if (!best || best->first >= limit) return {};
    *leaves[n] = std::move(best->second);
  }
  return into_nodes;
}

std::optional<std::pair<double, Section>> NodeByNode::best_inside(
    PartitionJudge& judge, const Box& node, const std::vector<Order>& orders,
    const std::vector<Box>& beside) const {
  std::pair<double, double> least;  // the slowest, and on a tie all together
  std::optional<Section> best;
  for (const Order* const order : suiting(node, orders)) {
    Section section = equal_sections(order->cuts);
    std::vector<Box> boxes = divide(judge.wet(), node, section);
    if (!judge.is_feasible(boxes)) continue;
    trim(judge.wet(), boxes);
    const std::size_t ranks = boxes.size();
    boxes.insert(boxes.end(), beside.begin(), beside.end());
    std::vector<int> node_of(boxes.size(), 1);
    std::fill_n(node_of.begin(), ranks, 0);
    judge.count().look_at(boxes, node_of);
    std::pair<double, double> cost;
    for (std::size_t r = 0; r < ranks && (!best || cost.first <= least.first); ++r) {
      const double c = judge.cost_of_rank(judge.count().load(r));
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
