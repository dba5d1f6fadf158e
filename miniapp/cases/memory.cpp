// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/memory.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "comms/base/node.hpp"
#include "comms/base/pages.hpp"

namespace seafret {

std::optional<std::string> beyond_memory(const std::string& what, double bytes,
                                         const Communicator& comm) {
  const Node node(comm.get());
  const double of_rank = memory_of_machine() / node.machine().size();
  const auto found = static_cast<double>(comm.sum(static_cast<std::int64_t>(of_rank)));
  if (bytes <= found) return {};
  return fmt::format("{} {:.4g} GB, and the machines have {:.4g} GB of memory", what, 1e-9 * bytes,
                     1e-9 * found);
}

}  // namespace seafret
