// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/case.hpp"

namespace seafret {

void Case::load(const CaseFile& /*file*/, const Communicator& /*comm*/) {}

std::string Case::references() const { return ""; }

void Case::look() {}

bool Case::reads_node_mates(const HaloOptions& halo) const {
  return halo.on_node == HaloOptions::OnNode::direct;
}

std::vector<std::string> Case::remarks() { return {}; }

}  // namespace seafret
