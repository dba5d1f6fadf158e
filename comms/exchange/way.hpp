// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "comms/carriers/carrier.hpp"

namespace seafret {

/// Who carries the messages of a swap, and what that comes to on this rank (Traffic).  Making and
/// destroying one is collective.
struct Way {
  std::vector<std::unique_ptr<Carrier>> carriers = {};
  int messages = 0;
  std::int64_t bytes = 0, bytes_direct = 0;
};

}  // namespace seafret
