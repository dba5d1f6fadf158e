// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/judge.hpp"

#include <algorithm>
#include <limits>

namespace seafret {

PartitionJudge::PartitionJudge(const Grid& grid, const Nodes& nodes,
                               const PartitionOptions& options)
    : count_(grid),
      nodes_(Nodes::filled(nodes.rooms())),
      options_(options),
      cost_(costs().at(options.cost)) {}

bool PartitionJudge::is_feasible(std::span<const Box> boxes) const {
  return std::ranges::all_of(boxes, [&](const Box& b) {
    return std::min(b.width(), b.height()) >= options_.narrowest && wet()(b) > 0;
  });
}

double PartitionJudge::cost_below(double limit, std::span<const Box> boxes) {
  count_.look_at(boxes, node_of());
  loads_.clear();
  for (std::size_t r = 0; r < boxes.size(); ++r) {
    loads_.push_back(count_.load(r));
    if (cost_of_rank(loads_.back()) >= limit) return std::numeric_limits<double>::infinity();
  }
  return cost(loads_);
}

}  // namespace seafret
