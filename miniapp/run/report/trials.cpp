// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/trials.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

#include "miniapp/run/report/keys_of_ways.hpp"

namespace seafret {
namespace {

/// "direct copy, else p2p", "fence create, 8 field(s) a message", "p2p datatype"
std::string as_text(const WayInWords& one) {
  std::string text = one.on_node == "direct" ? "direct copy, else " : "";
  text += one.transport;
  if (!one.window.empty()) text += " " + one.window;
  if (one.packing != "packed") text += " " + one.packing;
  if (one.combine > 0) text += fmt::format(", {} field(s) a message", one.combine);
  return text;
}

/// What was timed, the fastest first; then what was not, by reasons.
std::string table(const SwapTrial& trial) {
  std::vector<Tried> timed;
  std::map<std::string, std::vector<std::string>> refused;
  for (const Tried& one : trial.tried) {
    if (one.refused.empty())
      timed.push_back(one);
    else
      refused[one.refused].push_back(as_text(one.way));
  }
  std::ranges::stable_sort(timed, {}, &Tried::least_s);
  std::string text = fmt::format("\n  Tried for the swap '{}'\n", trial.swap);
  for (const Tried& one : timed)
    text += fmt::format("    {:<34}{:>10.1f} us{}\n", as_text(one.way), 1e6 * one.least_s,
                        one.kept ? "  kept" : "");
  for (const auto& [why, ways] : refused)
    text += fmt::format("    not {}: {}\n", fmt::join(ways, ", "), why);
  return text;
}

/// Of 500 steps; not a number where nobody knows what a step takes.
double share_of_steps(const TrialCost& cost) {
  if (cost.step_s == 0) return std::numeric_limits<double>::quiet_NaN();
  return cost.all_s() / (Trials::steps * cost.step_s);
}

/// "Trials took 12.3 ms: ..., 0.8 % of 500 steps of 3.1 ms; halo.trial_share allows 2 %".
std::string cost_of(const Result& r) {
  const TrialCost& cost = r.trial_cost;
  const auto ms = [](double seconds) { return fmt::format("{:.4g} ms", 1e3 * seconds); };
  std::string text = fmt::format(
      "\n  Trials took {}: {} to make ways, destroy them and decide, {} by swaps longer than the "
      "best\n  {}; halo.trial_share allows {:.3g} %\n",
      ms(cost.all_s()), ms(cost.making_s), ms(cost.swapping_s),
      cost.step_s == 0 ? "of steps that were too few to be measured"
                       : fmt::format("which is {:.3g} % of {:g} steps of {}",
                                     100 * share_of_steps(cost), Trials::steps, ms(cost.step_s)),
      100 * r.trial_share);
  if (cost.cut_short) text += "  They were cut short: for more there was no time.\n";
  if (cost.unfinished > 0)
    text += fmt::format("  The run ended before {} of {} swaps had chosen.\n", cost.unfinished,
                        cost.swaps);
  return text;
}

}  // namespace

std::string trials_as_text(const Result& result) {
  if (result.trials.empty()) return "";
  std::string text;
  for (const SwapTrial& trial : result.trials) text += table(trial);
  return text + cost_of(result) + "\n  To swap so from the first step on:\n" +
         keys_of_ways(result, "    ");
}

Json to_json(const WayInWords& way) {
  return {{"transport", way.transport},
          {"window", way.window},
          {"on_node", way.on_node},
          {"packing", way.packing},
          {"combine", way.combine}};
}

Json trial_cost_as_json(const Result& result) {
  if (result.trials.empty()) return {};
  const TrialCost& cost = result.trial_cost;
  return {{"making_ms", 1e3 * cost.making_s},
          {"swapping_ms", 1e3 * cost.swapping_s},
          {"cost_ms", 1e3 * cost.all_s()},
          {"step_ms", 1e3 * cost.step_s},
          {"share_of_500_steps", share_of_steps(cost)},
          {"allowed_share", result.trial_share},
          {"cut_short", cost.cut_short},
          {"swaps", cost.swaps},
          {"unfinished", cost.unfinished}};
}

Json trials_as_json(const std::vector<SwapTrial>& trials) {
  Json list = Json::array();
  for (const SwapTrial& trial : trials) {
    Json tried = Json::array();
    for (const Tried& one : trial.tried) {
      Json way = to_json(one.way);
      way.update({{"least_us", 1e6 * one.least_s}, {"refused", one.refused}, {"kept", one.kept}});
      tried.push_back(way);
    }
    const auto kept = std::ranges::find_if(trial.tried, &Tried::kept) - trial.tried.begin();
    list.push_back({{"swap", trial.swap}, {"tried", tried}, {"kept", kept}});
  }
  return list;
}

}  // namespace seafret
