// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partitioners/two_level.hpp"

#include <algorithm>
#include <numeric>

namespace seafret {
namespace {

/// The cuts one after the other, the shares being the ranks of the nodes on either side; each leaf
/// is a node.
Section cut_into_nodes(std::span<const Cut> cuts, std::span<const int> ranks_of_node) {
  if (cuts.empty()) return {};
  Section section{cuts.front().along_x, {}, {}};
  const auto parts = static_cast<std::size_t>(cuts.front().parts);
  const std::size_t nodes = ranks_of_node.size() / parts;
  for (std::size_t n = 0; n < parts; ++n) {
    const auto mine = ranks_of_node.subspan(n * nodes, nodes);
    section.shares.push_back(std::reduce(mine.begin(), mine.end(), std::int64_t{0}));
    section.parts.push_back(cut_into_nodes(cuts.subspan(1), mine));
  }
  return section;
}

class NodeByNode {
 public:
  NodeByNode(int ranks, int cores)
      : ranks_of_node_(static_cast<std::size_t>(ranks / cores), cores) {
    if (ranks % cores > 0) ranks_of_node_.push_back(ranks % cores);
    into_nodes_.emplace(static_cast<int>(ranks_of_node_.size()));
    among_cores_.emplace_back(cores);
    among_cores_.emplace_back(ranks_of_node_.back());
  }

  std::int64_t size() const { return into_nodes_->size(); }
  std::string ordering(std::int64_t i) const { return "nodes " + notation(into_nodes_->at(i)); }

  std::optional<Section> at(PartitionSearch& search, std::int64_t i, double limit) const {
    Section all = cut_into_nodes(into_nodes_->at(i), ranks_of_node_);
    std::vector<Box> nodes = divide(search.wet(), search.grid().box(), all);
    std::vector<Section*> leaves;
    collect(all, leaves);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      auto best = best_inside(search, nodes, n);
      if (!best || best->first >= limit) return {};
      *leaves[n] = std::move(best->second);
    }
    return all;
  }

 private:
  static void collect(Section& section, std::vector<Section*>& leaves) {
    if (section.parts.empty()) return leaves.push_back(&section);
    for (Section& part : section.parts) collect(part, leaves);
  }

  /// How node n is best cut, and what its slowest rank then costs.
  std::optional<std::pair<double, Section>> best_inside(PartitionSearch& search,
                                                        const std::vector<Box>& nodes,
                                                        std::size_t n) const {
    const AnyDimension& orders = among_cores_[n + 1 == nodes.size() ? 1 : 0];
    const auto ranks = static_cast<std::size_t>(ranks_of_node_[n]);
    // Its ranks come first, then the other nodes whole.
    std::vector<Box> boxes(ranks);
    std::vector<int> node_of(ranks, 0);
    for (std::size_t other = 0; other < nodes.size(); ++other)
      if (other != n) {
        boxes.push_back(nodes[other]);
        node_of.push_back(1);
      }
    std::pair<double, double> least;  // the slowest, and on a tie all together
    std::optional<Section> best;
    for (std::int64_t i = 0; i < orders.size(); ++i) {
      Section section = equal_sections(orders.at(i));
      std::vector<Box> mine = divide(search.wet(), nodes[n], section);
      if (!search.is_feasible(mine)) continue;
      trim(search.wet(), mine);
      std::ranges::copy(mine, boxes.begin());
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

  std::vector<int> ranks_of_node_;
  std::optional<AnyDimension> into_nodes_;
  std::vector<AnyDimension> among_cores_;  // of a full node, of the last one
};

}  // namespace

Candidates two_level(int ranks, int cores_per_node) {
  const NodeByNode all(ranks, cores_per_node > 0 ? std::min(cores_per_node, ranks) : ranks);
  return {.size = all.size(),
          .at = [all](PartitionSearch& search, std::int64_t i,
                      double limit) { return all.at(search, i, limit); },
          .ordering = [all](std::int64_t i) { return all.ordering(i); }};
}

}  // namespace seafret
