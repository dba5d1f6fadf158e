// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/trials.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace seafret {
namespace {

/// "direct", "fence create, 8 fields a message", "direct, pscw between nodes"
std::string in_words(const Tried& one) {
  std::string text = one.transport;
  if (!one.window.empty()) text += " " + one.window;
  if (one.on_node == "direct") text = "direct; " + text + " between nodes";
  if (one.combine > 0) text += fmt::format(", {} field(s) a message", one.combine);
  return text;
}

const Tried& kept_of(const SwapTrial& trial) {
  return *std::ranges::find_if(trial.tried, &Tried::kept);
}

/// Sorted by time; what was refused comes last.
std::vector<Tried> sorted(std::vector<Tried> tried) {
  std::ranges::stable_sort(
      tried, {}, [](const Tried& one) { return std::pair(!one.refused.empty(), one.median_s); });
  return tried;
}

std::string table(const SwapTrial& trial) {
  std::string text;
  for (const Tried& one : sorted(trial.tried))
    text += one.refused.empty() ? fmt::format("  {:<34}{:>10.1f} us{}\n", in_words(one),
                                              1e6 * one.median_s, one.kept ? "  kept" : "")
                                : fmt::format("  {:<34}  {}\n", in_words(one), one.refused);
  return fmt::format("\nTried for the swap '{}'\n{}", trial.swap, text);
}

/// The swap that most time is waited for.
const SwapTrial& dearest(const Result& result) {
  const auto exposed = [&](const SwapTrial& trial) {
    const auto swap = std::ranges::find(result.swaps, trial.swap, &SwapTotals::name);
    return swap == result.swaps.end() ? 0 : swap->exposed_s;
  };
  return *std::ranges::max_element(result.trials, {}, exposed);
}

}  // namespace

std::string trials_as_text(const Result& result) {
  if (result.trials.empty()) return "";
  std::string text;
  for (const SwapTrial& trial : result.trials) text += table(trial);
  const SwapTrial& trial = dearest(result);
  const Tried& kept = kept_of(trial);
  text += fmt::format(
      "\nTo swap everything from the first step on as '{}' does now:\n"
      "  halo:\n"
      "    transport: {}\n"
      "    on_node: {}\n"
      "    combine: {}\n",
      trial.swap, kept.transport, kept.on_node,
      kept.combine > 0 ? std::to_string(kept.combine) : "true");
  if (!kept.window.empty()) text += fmt::format("  rma:\n    window: {}\n", kept.window);
  return text;
}

Json trials_as_json(const std::vector<SwapTrial>& trials) {
  Json list = Json::array();
  for (const SwapTrial& trial : trials) {
    Json tried = Json::array();
    for (const Tried& one : trial.tried)
      tried.push_back({{"transport", one.transport},
                       {"window", one.window},
                       {"on_node", one.on_node},
                       {"combine", one.combine},
                       {"median_us", 1e6 * one.median_s},
                       {"refused", one.refused},
                       {"kept", one.kept}});
    const auto kept = std::ranges::find_if(trial.tried, &Tried::kept) - trial.tried.begin();
    list.push_back({{"swap", trial.swap}, {"tried", tried}, {"kept", kept}});
  }
  return list;
}

}  // namespace seafret
