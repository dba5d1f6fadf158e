// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "decomposition/base/error.hpp"
#include "decomposition/partition/judge.hpp"

namespace seafret {

/// Partitions, proposed by number.
struct Candidates {
  std::int64_t size = 0;
  /// The i-th, as a tree of cuts; none where it cannot be better than `limit`.
  std::function<std::optional<Section>(PartitionJudge& judge, std::int64_t i, double limit)> at;
  std::function<std::string(std::int64_t i)> ordering;  ///< "(2x2x2,3)"
};

/// Orders of cuts, each into equal shares.
template <class Orders>
Candidates candidates_of(Orders orders) {
  return {.size = orders.size(),
          .at = [orders](PartitionJudge&, std::int64_t i,
                         double) { return std::optional(equal_sections(orders.at(i))); },
          .ordering = [orders](std::int64_t i) { return notation(orders.at(i)); }};
}

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Calls visit(i, boxes) for each feasible one of this searcher's share of the candidates, in their
/// order; what it returns is what the next ones must cost less than.
template <class Visit>
void for_each_feasible(PartitionJudge& judge, const Candidates& candidates, const Visit& visit) {
  const Searchers& all = judge.options().searchers;
  double limit = no_limit;
  for (std::int64_t i = all.rank; i < candidates.size; i += all.size) {
    const auto section = candidates.at(judge, i, limit);
    if (const auto boxes = section ? judge.boxes(*section) : std::nullopt) limit = visit(i, *boxes);
  }
}

/// The candidate that costs least, none where none is feasible.  Collective among the searchers.
std::optional<Found> best_of(PartitionJudge& judge, const Candidates& candidates);

/// "no recursive k-section gives each of 24 ranks something of...; 23 or 25 ranks have one"
InputError no_partition(const Grid& grid, int ranks);

/// What work(judge) finds.  Where it finds nothing with boxes as wide as wanted, thinner ones are
/// better than none; throws InputError where there is nothing then either.
template <class Work>
auto search_widest(const Grid& grid, const Nodes& nodes, PartitionOptions options,
                   const Work& work) {
  for (const int narrowest : {options.narrowest, 1}) {
    options.narrowest = narrowest;
    PartitionJudge judge(grid, nodes, options);
    if (auto found = work(judge)) return *std::move(found);
  }
  throw no_partition(grid, nodes.ranks());
}

/// Moves the lines of a partition until it costs no less: first the shares of all cuts against what
/// they cost, again and again; then single lines round the rank that costs most.  What it returns
/// is feasible and costs no more than `section`, which must be feasible.
Section refined(PartitionJudge& judge, const Section& section);

/// The partition that costs least, refined if the options say so, as search_widest() finds it.
/// Collective among the searchers.
std::vector<Box> search_partition(const Grid& grid, const Nodes& nodes,
                                  const PartitionOptions& options, const Candidates& candidates);

}  // namespace seafret
