// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "comms/base/domain.hpp"

namespace seafret {

/// Says so where `what` takes more bytes, of all ranks together, than their machines' memory.
/// Collective.
std::optional<std::string> beyond_memory(const std::string& what, double bytes,
                                         const Communicator& comm);

}  // namespace seafret
