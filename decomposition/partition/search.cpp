// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/search.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace seafret {
namespace {

/// "23 or 25 ranks have one"
std::string feasible_near(const Grid& grid, const CellCount& wet, int ranks) {
  std::int64_t boxes_left = 1 << 23;  // to look at, so that it always comes to an end soon
  const auto is_feasible = [&](int n) {
    const TurnByTurn orders(n);
    for (std::int64_t i = 0; i < orders.size() && boxes_left > 0; ++i, boxes_left -= n) {
      const std::vector<Box> boxes = divide(wet, grid.box(), equal_sections(orders.at(i)));
      if (std::ranges::all_of(boxes, [&](const Box& b) { return wet(b) > 0; })) return true;
    }
    return false;
  };
  const auto most = static_cast<int>(std::min<std::int64_t>(2 * ranks, wet(grid.box())));
  int fewer = std::min(ranks - 1, most), more = ranks + 1;
  while (fewer >= 1 && boxes_left > 0 && !is_feasible(fewer)) --fewer;
  if (boxes_left <= 0) return "use fewer";
  while (more <= most && boxes_left > 0 && !is_feasible(more)) ++more;
  const bool found_more = more <= most && boxes_left > 0;
  return fmt::format("{}{} ranks have one", fewer, found_more ? fmt::format(" or {}", more) : "");
}

}  // namespace

std::optional<Found> best_of(PartitionJudge& judge, const Candidates& candidates) {
  constexpr Found nothing{no_limit, std::numeric_limits<int>::max()};
  Found best = nothing;
  for_each_feasible(judge, candidates, [&](std::int64_t i, const std::vector<Box>& boxes) {
    best = std::min(best, {judge.cost_below(best.cost, boxes), i});
    return best.cost;
  });
  best = judge.options().searchers.best_of_all(best);
  if (best == nothing) return {};
  return best;
}

InputError no_partition(const Grid& grid, int ranks) {
  const CellCount wet(grid, Cell::wet);
  if (wet(grid.box()) == 0) return InputError("there is nothing wet in this grid to be cut");
  return InputError(
      fmt::format("no recursive k-section gives each of {} ranks something of this grid of {} wet "
                  "columns, {} x {}; {}",
                  ranks, wet(grid.box()), grid.nx, grid.ny, feasible_near(grid, wet, ranks)));
}

std::vector<Box> search_partition(const Grid& grid, const Nodes& nodes,
                                  const PartitionOptions& options, const Candidates& candidates) {
  return search_widest(grid, nodes, options, [&](PartitionJudge& judge) {
    std::optional<std::vector<Box>> boxes;
    if (const auto best = best_of(judge, candidates)) {
      const Section section = *candidates.at(judge, best->number, no_limit);
      boxes = judge.boxes(options.refine ? refined(judge, section) : section);
    }
    return boxes;
  });
}

}  // namespace seafret
