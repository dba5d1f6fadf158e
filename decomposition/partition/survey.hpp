// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "decomposition/partition/search.hpp"

namespace seafret {

/// What a candidate costs by every one of costs(), and what it moves.
struct Verdict {
  std::int64_t number = 0;
  std::map<std::string, double> costs = {};
  double imbalance = 0;       ///< wet columns of the slowest rank, over the mean
  std::int64_t off_node = 0;  ///< halo columns from other nodes, of all ranks
  std::int64_t messages = 0;  ///< of all ranks
};
Verdict verdict(PartitionJudge& judge, std::int64_t number, std::span<const Box> boxes);

/// The verdicts on this searcher's share of the feasible candidates, in their order.
std::vector<Verdict> survey(PartitionJudge& judge, const Candidates& candidates);

}  // namespace seafret
