// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/config/run_config.hpp"
#include "miniapp/files/mask_file.hpp"
#include "miniapp/partition/ranking.hpp"

namespace seafret {

/// What is to be cut, for whom, and how.
struct Subject {
  std::string file;  ///< where it comes from
  Mask mask;
  PartitionConfig config = {};
  std::vector<FieldDescription> fields = {};
  Nodes nodes = 1;
  std::vector<std::string> inputs = {};  ///< what was read for it
  std::string measured = "";             ///< what was found out about the weights

  int cores_per_node() const {
    return config.cores_per_node > 0 ? config.cores_per_node : nodes.ranks();
  }
};

std::string as_text(const Subject& subject, const Ranking& ranking);
Json as_json(const Subject& subject, const Ranking& ranking);

}  // namespace seafret
