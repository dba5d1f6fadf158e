// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/partition/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "miniapp/case_file/plural.hpp"

namespace seafret {
namespace {

/// The costs that have columns of their own.
std::vector<std::string> columns(const std::string& judged_by) {
  std::vector<std::string> shown = {"paper", "comms", "wet", "dry", "off", "on"};
  if (std::ranges::find(shown, judged_by) == shown.end()) shown.insert(shown.begin(), judged_by);
  return shown;
}

/// Its first column is as wide as what stands in it.
std::string table(const Ranking& ranking, const std::string& judged_by) {
  std::vector<std::pair<std::string, Judged>> rows;
  for (int n = 1; const Judged& judged : ranking.best)
    rows.emplace_back(fmt::format("{}", n++), judged);
  if (ranking.plain) rows.insert(rows.begin(), {"default", *ranking.plain});
  std::size_t width = 14;
  for (const auto& [what, judged] : rows) width = std::max(width, judged.ordering.size() + 1);

  std::string text = fmt::format("{:<9}{:<{}}", "", "order of cuts", width);
  for (const std::string& cost : columns(judged_by))
    text += fmt::format("{:>8}", cost == judged_by ? "*" + cost : cost);
  text += fmt::format("{:>10}{:>10}{:>10}\n", "imbalance", "off-node", "messages");
  for (const auto& [what, judged] : rows) {
    const Verdict& v = judged.verdict;
    text += fmt::format("{:<9}{:<{}}", what, judged.ordering, width);
    for (const std::string& cost : columns(judged_by))
      text += fmt::format("{:>8.0f}", v.costs.at(cost));
    text += fmt::format("{:>10.2f}{:>10}{:>10}\n", v.imbalance, v.off_node, v.messages);
  }
  return text;
}

std::string ranges(const Ranking& ranking) {
  if (ranking.ranges.empty()) return "";
  std::size_t width = 0;
  for (const CostRange& r : ranking.ranges) width = std::max(width, r.best_ordering.size() + 2);
  std::string text = fmt::format("\n{:<9}{:>9} by {:<{}}{:>9} by\n", "cost", "least", "",
                                 width > 4 ? width - 4 : 0, "most");
  for (const CostRange& r : ranking.ranges)
    text += fmt::format("{:<9}{:>9.0f} {:<{}}{:>9.0f} {}\n", r.cost, r.best, r.best_ordering, width,
                        r.worst, r.worst_ordering);
  return text + "(of all feasible candidates, before any lines are moved)\n";
}

Json row(const Judged& judged, const std::string& cost) {
  const Verdict& v = judged.verdict;
  Json json{{"ordering", judged.ordering}, {"cost", v.costs.at(cost)}};
  for (const auto& [name, value] : v.costs) json[name] = value;
  json["imbalance"] = v.imbalance;
  json["off_node_total"] = v.off_node;
  json["messages"] = v.messages;
  return json;
}

}  // namespace

std::string as_text(const Subject& subject, const Ranking& ranking) {
  const Grid& grid = subject.mask.grid;
  const std::string& cost = subject.config.cost;
  return fmt::format(
      "{}: {} x {} columns, {} wet\n{} rank{}, {} a node; {}: {} candidate{}, {} feasible\n"
      "judged by '{}': {}\n\n{}{}\n"
      "(columns and halo columns of the slowest rank; imbalance: its wet columns over the mean; "
      "off-node\nhalo columns and messages of all ranks together)\n{}",
      subject.file, grid.nx, grid.ny, count_wet(grid, grid.box()), subject.nodes.ranks(),
      plural(subject.nodes.ranks()), subject.cores_per_node(), subject.config.partitioner,
      ranking.candidates, plural(ranking.candidates), ranking.feasible, cost, costs().at(cost).what,
      table(ranking, cost), ranking.plain ? "" : "(the default order of cuts is not among these)\n",
      ranges(ranking));
}

Json as_json(const Subject& subject, const Ranking& ranking) {
  const Grid& grid = subject.mask.grid;
  const std::string& cost = subject.config.cost;
  Json best = Json::array(), ranges = Json::object();
  for (const Judged& judged : ranking.best) best.push_back(row(judged, cost));
  for (const CostRange& r : ranking.ranges)
    ranges[r.cost] = {{"best", r.best},
                      {"best_ordering", r.best_ordering},
                      {"worst", r.worst},
                      {"worst_ordering", r.worst_ordering}};
  return {{"mask", subject.file},
          {"nx", grid.nx},
          {"ny", grid.ny},
          {"wet", count_wet(grid, grid.box())},
          {"ranks", subject.nodes.ranks()},
          {"cores_per_node", subject.cores_per_node()},
          {"partitioner", subject.config.partitioner},
          {"judged_by", cost},
          {"candidates", ranking.candidates},
          {"feasible", ranking.feasible},
          {"default", ranking.plain ? row(*ranking.plain, cost) : Json(nullptr)},
          {"best", best},
          {"range", ranges}};
}

}  // namespace seafret
