// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/trials.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace seafret {
namespace {

/// "direct copy, else p2p", "fence create, 8 field(s) a message"
std::string in_words(const Tried& one) {
  std::string text = one.on_node == "direct" ? "direct copy, else " : "";
  text += one.transport;
  if (!one.window.empty()) text += " " + one.window;
  if (one.combine > 0) text += fmt::format(", {} field(s) a message", one.combine);
  return text;
}

const Tried& kept_of(const SwapTrial& trial) {
  return *std::ranges::find_if(trial.tried, &Tried::kept);
}

/// What was timed, the fastest first; then what was not, by reasons.
std::string table(const SwapTrial& trial) {
  std::vector<Tried> timed;
  std::map<std::string, std::vector<std::string>> refused;
  for (const Tried& one : trial.tried) {
    if (one.refused.empty())
      timed.push_back(one);
    else
      refused[one.refused].push_back(in_words(one));
  }
  std::ranges::stable_sort(timed, {}, &Tried::least_s);
  std::string text = fmt::format("\n  Tried for the swap '{}'\n", trial.swap);
  for (const Tried& one : timed)
    text += fmt::format("    {:<34}{:>10.1f} us{}\n", in_words(one), 1e6 * one.least_s,
                        one.kept ? "  kept" : "");
  for (const auto& [why, ways] : refused)
    text += fmt::format("    not {}: {}\n", fmt::join(ways, ", "), why);
  return text;
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
      "\n  To swap everything from the first step on as '{}' does now:\n"
      "    halo:\n"
      "      transport: {}\n"
      "      on_node: {}\n"
      "      combine: {}\n",
      trial.swap, kept.transport, kept.on_node,
      kept.combine > 0 ? std::to_string(kept.combine) : "true");
  if (!kept.window.empty()) text += fmt::format("    rma:\n      window: {}\n", kept.window);
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
                       {"least_us", 1e6 * one.least_s},
                       {"refused", one.refused},
                       {"kept", one.kept}});
    const auto kept = std::ranges::find_if(trial.tried, &Tried::kept) - trial.tried.begin();
    list.push_back({{"swap", trial.swap}, {"tried", tried}, {"kept", kept}});
  }
  return list;
}

}  // namespace seafret
