// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/survey.hpp"

namespace seafret {

Verdict verdict(PartitionJudge& judge, std::int64_t number, std::span<const Box> boxes) {
  Verdict v{.number = number};
  const std::span<const Load> loads = judge.loads(boxes);
  for (const auto& [name, cost] : costs())
    v.costs[name] = cost(loads, judge.node_of(), judge.options().weights);
  double wet = 0;
  for (const Load& load : loads) {
    wet += static_cast<double>(load.wet);
    v.off_node += load.halo_off;
    v.messages += load.messages_on + load.messages_off;
  }
  v.imbalance = v.costs.at("wet") / (wet / static_cast<double>(loads.size()));
  return v;
}

std::vector<Verdict> survey(PartitionJudge& judge, const Candidates& candidates) {
  std::vector<Verdict> verdicts;
  for_each_feasible(judge, candidates, [&](std::int64_t i, const std::vector<Box>& boxes) {
    verdicts.push_back(verdict(judge, i, boxes));
    return no_limit;
  });
  return verdicts;
}

}  // namespace seafret
