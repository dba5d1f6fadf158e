// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/partition/ranking.hpp"

#include <algorithm>
#include <limits>

#include "decomposition/partition/search.hpp"

namespace seafret {
namespace {

Json to_json(const Judged& judged) {
  const Verdict& v = judged.verdict;
  return {judged.ordering, v.number, v.costs, v.imbalance, v.off_node, v.messages};
}

Judged from_json(const Json& json) {
  return {json[0], {json[1], json[2], json[3], json[4], json[5]}};
}

void sort_and_keep(std::vector<Judged>& all, const std::string& cost, std::size_t most) {
  std::ranges::sort(all, {}, [&](const Judged& j) {
    return Found{j.verdict.costs.at(cost), j.verdict.number};
  });
  if (all.size() > most) all.resize(most);
}

/// What all searchers have found, on rank 0.
std::vector<Judged> gather(std::vector<Judged> mine, const std::string& cost, std::size_t most,
                           const Communicator& comm) {
  sort_and_keep(mine, cost, most);
  Json lines = Json::array();
  for (const Judged& judged : mine) lines.push_back(to_json(judged));
  std::vector<Judged> all;
  for (const std::string& text : comm.gather(lines.dump()))
    for (const Json& line : Json::parse(text)) all.push_back(from_json(line));
  sort_and_keep(all, cost, most);
  return all;
}

/// The least of a cost, times `sign`, and whose it is.
std::pair<double, int> extreme(const std::string& cost, double sign,
                               const std::vector<Verdict>& mine, const Communicator& comm) {
  std::pair least{no_limit, std::numeric_limits<int>::max()};
  for (const Verdict& v : mine)
    least = std::min(least, {sign * v.costs.at(cost), static_cast<int>(v.number)});
  return comm.least(least.first, least.second);
}

CostRange range_of(const std::string& cost, const std::vector<Verdict>& mine,
                   const Candidates& candidates, const Communicator& comm) {
  const auto best = extreme(cost, 1, mine, comm), worst = extreme(cost, -1, mine, comm);
  return {cost, candidates.ordering(best.second), candidates.ordering(worst.second), best.first,
          -worst.first};
}

std::optional<Judged> judge_default(PartitionJudge& judge) {
  const std::vector<Cut> cuts = default_cuts(static_cast<int>(judge.node_of().size()));
  const auto boxes = judge.boxes(equal_sections(cuts));
  if (!boxes) return {};
  return Judged{notation(cuts), verdict(judge, -1, *boxes)};
}

/// Adds the best with its lines moved, which is the best from now on.
void add_refined(PartitionJudge& judge, const Section& section, const std::string& ordering,
                 Ranking& ranking, const Communicator& comm) {
  const auto boxes = judge.boxes(refined(judge, section));
  if (!boxes || *boxes == ranking.winner) return;
  ranking.winner = *boxes;
  if (comm.rank() == 0)
    ranking.best.insert(ranking.best.begin(),
                        {ordering + ", lines moved", verdict(judge, -1, *boxes)});
}

std::optional<Ranking> rank_all(PartitionJudge& judge, const Candidates& candidates,
                                std::size_t most, const Communicator& comm) {
  const std::vector<Verdict> mine = survey(judge, candidates);
  Ranking ranking{.candidates = candidates.size,
                  .feasible = comm.sum(static_cast<std::int64_t>(mine.size())),
                  .plain = judge_default(judge)};
  if (ranking.feasible == 0) return {};
  std::vector<Judged> judged;
  for (const Verdict& v : mine) judged.push_back({candidates.ordering(v.number), v});
  ranking.best = gather(std::move(judged), judge.options().cost, most, comm);
  for (const std::string& cost : costs().names())
    ranking.ranges.push_back(range_of(cost, mine, candidates, comm));

  const int best = extreme(judge.options().cost, 1, mine, comm).second;
  const Section section = *candidates.at(judge, best, no_limit);
  ranking.winner = *judge.boxes(section);
  if (judge.options().refine) add_refined(judge, section, candidates.ordering(best), ranking, comm);
  if (ranking.best.size() > most) ranking.best.resize(most);
  return ranking;
}

}  // namespace

Ranking rank_candidates(const Grid& grid, const Nodes& nodes, const PartitionOptions& options,
                        const Partitioner& partitioner, std::size_t most,
                        const Communicator& comm) {
  if (partitioner.candidates == nullptr) {  // there is nothing to choose from
    PartitionJudge judge(grid, nodes, options);
    const std::vector<Box> boxes = partitioner.cut(grid, nodes.ranks());
    return {.candidates = 1,
            .feasible = 1,
            .best = {{"-", verdict(judge, 0, boxes)}},
            .plain = judge_default(judge),
            .winner = boxes};
  }
  const Candidates candidates = partitioner.candidates(nodes);
  return search_widest(grid, nodes, options, [&](PartitionJudge& judge) {
    return rank_all(judge, candidates, most, comm);
  });
}

}  // namespace seafret
