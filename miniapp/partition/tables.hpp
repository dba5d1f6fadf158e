// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/partition/ranking.hpp"

namespace seafret {

/// What a ranking is of.
struct RankedGrid {
  std::string mask;  ///< the file it came from
  int nx = 0, ny = 0;
  std::int64_t wet = 0;
  int ranks = 0, cores_per_node = 0;
  std::string partitioner, cost;
};

std::string as_text(const RankedGrid& ranked, const Ranking& ranking);
Json as_json(const RankedGrid& ranked, const Ranking& ranking);

}  // namespace seafret
