// SPDX-License-Identifier: BSD-3-Clause
#include "comms/exchange/halo_options.hpp"

#include <algorithm>

namespace seafret {

bool HaloOptions::tries(const std::string& way) const {
  if (!candidates.empty()) return std::ranges::count(candidates, way) > 0;
  return way == direct_copy || transports().at(way).tried_unasked;
}

std::optional<OptionError> conflict(const HaloOptions& options) {
  using enum HaloOptions::Packing;
  if (options.packing == packed) return {};
  const std::string packing = name_of(options.packing),
                    transport = options.packing == datatype ? "p2p" : "notified";
  if (options.transport != transport)
    return OptionError(
        "packing",
        packing + " goes with transport " + transport + ", not with " + options.transport,
        "transport");
  if (options.points == HaloPoints::masked)
    return OptionError("points", "masked goes with packing packed, not with " + packing +
                                     "; wet leaves out the same columns and goes with both");
  return {};
}

}  // namespace seafret
