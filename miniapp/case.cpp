// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case.hpp"

namespace seafret {

void Case::load(const std::string& /*folder*/, const Communicator& /*comm*/) {}

std::vector<std::string> Case::remarks() { return {}; }

}  // namespace seafret
