// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/transports/availability.hpp"

namespace seafret {

/// The names of the transports that this MPI has the calls for.
inline std::vector<std::string> transports_here() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : transports())
    if (lacking(kind).empty()) names.push_back(name);
  return names;
}

}  // namespace seafret
