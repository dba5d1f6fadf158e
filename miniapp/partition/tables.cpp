// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/partition/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace seafret {
namespace {

/// Costs that stand in columns of their own.
const std::vector<std::string> shown = {"paper", "comms", "wet", "dry", "off", "on"};

/// A table whose first column is as wide as what stands in it.
class Table {
 public:
  Table(const Ranking& ranking, const std::string& cost) : cost_(cost) {
    if (ranking.plain) widen(*ranking.plain);
    for (const Judged& judged : ranking.best) widen(judged);
    columns_ = shown;
    if (std::ranges::find(columns_, cost) == columns_.end())
      columns_.insert(columns_.begin(), cost);
    text_ = fmt::format("{:<9}{:<{}}", "", "order of cuts", width_);
    for (const std::string& name : columns_)
      text_ += fmt::format("{:>8}", name == cost ? "*" + name : name);
    text_ += fmt::format("{:>10}{:>10}{:>10}\n", "imbalance", "off-node", "messages");
  }
  void add(const std::string& what, const Judged& judged) {
    text_ += fmt::format("{:<9}{:<{}}", what, judged.ordering, width_);
    for (const std::string& name : columns_)
      text_ += fmt::format("{:>8.0f}", judged.verdict.costs.at(name));
    text_ += fmt::format("{:>10.2f}{:>10}{:>10}\n", judged.verdict.imbalance,
                         judged.verdict.off_node, judged.verdict.messages);
  }
  const std::string& text() const { return text_; }

 private:
  void widen(const Judged& judged) { width_ = std::max(width_, judged.ordering.size() + 1); }

  std::string cost_, text_;
  std::vector<std::string> columns_;
  std::size_t width_ = 14;
};

std::string ranges(const Ranking& ranking) {
  if (ranking.ranges.empty()) return "";
  std::size_t width = 0;
  for (const CostRange& r : ranking.ranges) width = std::max(width, r.best_ordering.size() + 2);
  std::string text = fmt::format("\n{:<9}{:>9} by {:<{}}{:>9} by\n", "cost", "least", "",
                                 width > 4 ? width - 4 : 0, "most");
  for (const CostRange& r : ranking.ranges)
    text += fmt::format("{:<9}{:>9.0f} {:<{}}{:>9.0f} {}\n", r.cost, r.best, r.best_ordering, width,
                        r.worst, r.worst_ordering);
  return text;
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

std::string as_text(const RankedGrid& ranked, const Ranking& ranking) {
  Table table(ranking, ranked.cost);
  if (ranking.plain) table.add("default", *ranking.plain);
  for (std::size_t n = 0; n < ranking.best.size(); ++n)
    table.add(fmt::format("{}", n + 1), ranking.best[n]);
  return fmt::format(
      "{}: {} x {} columns, {} wet\n{} ranks, {} a node; {}: {} candidates, {} feasible\n"
      "judged by '{}': {}\n\n{}{}\n"
      "(columns and halo columns of the slowest rank; imbalance: its wet columns over the mean; "
      "off-node\nhalo columns and messages of all ranks together)\n{}",
      ranked.mask, ranked.nx, ranked.ny, ranked.wet, ranked.ranks, ranked.cores_per_node,
      ranked.partitioner, ranking.candidates, ranking.feasible, ranked.cost,
      costs().at(ranked.cost).what, table.text(),
      ranking.plain ? "" : "(the default order of cuts is not feasible)\n", ranges(ranking));
}

Json as_json(const RankedGrid& ranked, const Ranking& ranking) {
  Json best = Json::array(), ranges = Json::object();
  for (const Judged& judged : ranking.best) best.push_back(row(judged, ranked.cost));
  for (const CostRange& r : ranking.ranges)
    ranges[r.cost] = {{"best", r.best},
                      {"best_ordering", r.best_ordering},
                      {"worst", r.worst},
                      {"worst_ordering", r.worst_ordering}};
  return {{"mask", ranked.mask},
          {"nx", ranked.nx},
          {"ny", ranked.ny},
          {"wet", ranked.wet},
          {"ranks", ranked.ranks},
          {"cores_per_node", ranked.cores_per_node},
          {"partitioner", ranked.partitioner},
          {"judged_by", ranked.cost},
          {"candidates", ranking.candidates},
          {"feasible", ranking.feasible},
          {"default", ranking.plain ? row(*ranking.plain, ranked.cost) : Json(nullptr)},
          {"best", best},
          {"range", ranges}};
}

}  // namespace seafret
