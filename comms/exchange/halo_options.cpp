// SPDX-License-Identifier: BSD-3-Clause
#include "comms/exchange/halo_options.hpp"

#include <algorithm>

#include "decomposition/base/nearest.hpp"

namespace seafret {
namespace {

/// What else is tried is a way of p2p.
bool is_transport(const std::string& candidate) {
  return candidate != HaloOptions::direct_copy && candidate != HaloOptions::datatypes;
}

}  // namespace

std::vector<std::string> HaloOptions::all_candidates() {
  std::vector<std::string> names = transports().names();
  names.insert(names.begin(), {std::string(direct_copy), std::string(datatypes)});
  return names;
}

void HaloOptions::check_candidate(const std::string& way) {
  const std::vector<std::string> all = all_candidates();
  if (std::ranges::count(all, way) > 0) return;
  throw InputError("no way to swap '" + way + "'; " + there_are(way, all));
}

bool HaloOptions::tries(const std::string& way) const {
  if (!candidates.empty()) return std::ranges::count(candidates, way) > 0;
  return !is_transport(way) || transports().at(way).tried_unasked;
}

HaloOptions HaloOptions::own() const {
  HaloOptions how = *this;
  how.swaps.clear();
  const auto found = swaps.find(name);
  if (found == swaps.end()) return how;
  const Own& mine = found->second;
  how.transport = mine.transport.value_or(transport);
  how.on_node = mine.on_node.value_or(on_node);
  how.packing = mine.packing.value_or(packing);
  how.combine = mine.combine.value_or(combine);
  how.with.rma.window = mine.window.value_or(with.rma.window);
  return how;
}

WayInWords in_words(const HaloOptions& options) {
  const bool has_window = !options.is_by_trial() &&
                          transports().at(options.transport).needs == TransportKind::Needs::window;
  return {.transport = options.transport,
          .window = has_window ? name_of(options.with.rma.window) : "",
          .on_node = name_of(options.on_node),
          .packing = name_of(options.packing),
          .combine = options.combine};
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
