// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/keys_of_ways.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace seafret {
namespace {

std::string combine_of(const WayInWords& way) {
  return way.combine > 0 ? std::to_string(way.combine) : "true";
}

/// Of what moves nothing off its rank nobody can say how it goes.
bool goes_by_a_way(const SwapTotals& swap) { return swap.way && swap.most.neighbours > 0; }

/// As the case file has it; where it leaves the choice to trials, what most swaps go by, which
/// makes the list of the others short.
WayInWords in_common(const Result& result) {
  if (result.halo.transport != HaloOptions::by_trial) return result.halo;
  const auto alike = [&](const WayInWords& way) {
    return std::ranges::count_if(result.swaps, [&](const SwapTotals& swap) {
      return goes_by_a_way(swap) && *swap.way == way;
    });
  };
  WayInWords most = result.halo;
  for (const SwapTotals& swap : result.swaps)
    if (goes_by_a_way(swap) && alike(*swap.way) > alike(most)) most = *swap.way;
  return most;
}

/// "{transport: pscw, window: create}": what this swap must be told.  Of what keys of its own may
/// ask for, in a block that stays as it is, all.
std::vector<std::string> own_keys(const SwapTotals& swap, const WayInWords& common) {
  const WayInWords& way = *swap.way;
  std::vector<std::string> keys;
  if (swap.apart || way.transport != common.transport)
    keys.push_back("transport: " + way.transport);
  if (swap.apart || way.on_node != common.on_node) keys.push_back("on_node: " + way.on_node);
  if (way.packing != common.packing) keys.push_back("packing: " + way.packing);
  if (way.combine != common.combine) keys.push_back("combine: " + combine_of(way));
  if (!way.window.empty() && way.window != common.window) keys.push_back("window: " + way.window);
  return keys;
}

std::vector<std::string> lines_of(const Result& result) {
  const WayInWords common = in_common(result);
  std::vector<std::string> swaps,
      lines{"halo:", "  transport: " + common.transport, "  on_node: " + common.on_node,
            "  packing: " + common.packing, "  combine: " + combine_of(common)};
  for (const SwapTotals& swap : result.swaps) {
    if (!goes_by_a_way(swap)) continue;
    const auto keys = own_keys(swap, common);
    if (!keys.empty())
      swaps.push_back(fmt::format("    {}: {{{}}}", swap.name, fmt::join(keys, ", ")));
  }
  if (!swaps.empty()) lines.emplace_back("  swaps:");
  lines.insert(lines.end(), swaps.begin(), swaps.end());
  if (!common.window.empty()) lines.insert(lines.end(), {"rma:", "  window: " + common.window});
  return lines;
}

}  // namespace

std::string keys_of_ways(const Result& result, const std::string& indent) {
  std::string text;
  for (const std::string& line : lines_of(result)) text += indent + line + "\n";
  return text;
}

}  // namespace seafret
