// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/survey.hpp"

#include <limits>

namespace seafret {

Verdict verdict(PartitionSearch& search, std::int64_t number, std::span<const Box> boxes) {
  Verdict v{.number = number};
  const std::span<const Load> loads = search.loads(boxes);
  for (const auto& [name, cost] : costs())
    v.costs[name] = cost(loads, search.node_of(), search.options().weights);
  double wet = 0;
  for (const Load& load : loads) {
    wet += static_cast<double>(load.wet);
    v.off_node += load.halo_off;
    v.messages += load.messages_on + load.messages_off;
  }
  v.imbalance = v.costs.at("wet") / (wet / static_cast<double>(loads.size()));
  return v;
}

std::vector<Verdict> survey(PartitionSearch& search, const Candidates& candidates) {
  const Searchers& all = search.options().searchers;
  std::vector<Verdict> verdicts;
  for (std::int64_t i = all.rank; i < candidates.size; i += all.size) {
    const auto section = candidates.at(search, i, std::numeric_limits<double>::infinity());
    if (const auto boxes = section ? search.boxes(*section) : std::nullopt)
      verdicts.push_back(verdict(search, i, *boxes));
  }
  return verdicts;
}

}  // namespace seafret
