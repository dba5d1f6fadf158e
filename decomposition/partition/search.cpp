// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "decomposition/partition/refine.hpp"

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

std::vector<int> nodes_of(int ranks, int cores_per_node) {
  std::vector<int> nodes;
  for (int r = 0; r < ranks; ++r) nodes.push_back(cores_per_node > 0 ? r / cores_per_node : 0);
  return nodes;
}

PartitionSearch::PartitionSearch(const Grid& grid, int ranks, const PartitionOptions& options)
    : count_(grid),
      node_of_(options.node_of.empty() ? nodes_of(ranks, options.cores_per_node) : options.node_of),
      options_(options),
      cost_(costs().at(options.cost)) {}

bool PartitionSearch::is_feasible(std::span<const Box> boxes) const {
  return std::ranges::all_of(boxes, [&](const Box& b) {
    return std::min(b.width(), b.height()) >= options_.narrowest && wet()(b) > 0;
  });
}

double PartitionSearch::cost_below(double limit, std::span<const Box> boxes) {
  count_.look_at(boxes, node_of_);
  loads_.clear();
  for (std::size_t r = 0; r < boxes.size(); ++r) {
    loads_.push_back(count_.load(r));
    if (cost_of_rank(loads_.back()) >= limit) return std::numeric_limits<double>::infinity();
  }
  return cost(loads_);
}

std::optional<Found> best_of(PartitionSearch& search, const Candidates& candidates) {
  const Searchers& all = search.options().searchers;
  constexpr Found nothing{std::numeric_limits<double>::infinity(), std::numeric_limits<int>::max()};
  Found best = nothing;
  for (std::int64_t i = all.rank; i < candidates.size; i += all.size) {
    const auto section = candidates.at(search, i, best.cost);
    const auto boxes = section ? search.boxes(*section) : std::nullopt;
    if (boxes) best = std::min(best, {search.cost_below(best.cost, *boxes), i});
  }
  best = all.best_of_all(best);
  if (best == nothing) return {};
  return best;
}

std::vector<Box> search_partition(const Grid& grid, int ranks, const PartitionOptions& options,
                                  const Candidates& candidates) {
  constexpr double no_limit = std::numeric_limits<double>::infinity();
  PartitionOptions now = options;
  for (const int narrowest : {options.narrowest, 1}) {
    now.narrowest = narrowest;
    PartitionSearch search(grid, ranks, now);
    const auto best = best_of(search, candidates);
    if (!best) continue;
    const Section section = *candidates.at(search, best->number, no_limit);
    return *search.boxes(options.refine ? refined(search, section) : section);
  }
  const CellCount wet(grid, Cell::wet);
  if (wet(grid.box()) == 0) throw InputError("there is nothing wet in this grid to be cut");
  throw InputError(fmt::format(
      "no recursive k-section gives each of {} ranks something of this sea of {} wet columns, {} x "
      "{}; {}",
      ranks, wet(grid.box()), grid.nx, grid.ny, feasible_near(grid, wet, ranks)));
}

}  // namespace seafret
