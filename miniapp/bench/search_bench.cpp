// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/search_bench.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>

#include "decomposition/partition/partitioner.hpp"
#include "decomposition/partition/refine.hpp"
#include "miniapp/bench/general_partitioner.hpp"

namespace seafret {
namespace {

/// Processor time, so that a busy machine does little harm: the least of three, of long work of
/// one.
template <class Work>
double least_ms(Work work) {
  double least = std::numeric_limits<double>::infinity(), total = 0;
  for (int n = 0; n < 3 && total < 500; ++n) {
    const std::clock_t start = std::clock();
    work();
    const double ms = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    least = std::min(least, ms);
    total += ms;
  }
  return least;
}

struct Space {
  const char *name, *partitioner;
};
constexpr std::array spaces{Space{"eq1", "k_section_search"}, Space{"footnote3", "footnote3"},
                            Space{"two_level", "two_level"}, Space{"straits", "straits"}};

Compared judged(std::span<const Load> loads, const Nodes& nodes, const std::string& name) {
  Compared result{nodes.ranks(), nodes.rooms().front(), name};
  for (const Load& load : loads) {
    result.cost = std::max(result.cost, costs().at("paper").of_rank(load, {}));
    result.off_node += load.halo_off;
  }
  return result;
}

/// Adds a row for each space, and for moving the lines of the best of the last one.
void search_every_space(const Grid& grid, const Nodes& nodes, std::vector<SearchRow>& rows) {
  const double setup_ms = least_ms([&] { PartitionJudge(grid, nodes, {}); });
  PartitionJudge judge(grid, nodes, {});
  std::optional<Section> best;
  for (const Space& space : spaces) {
    const Candidates all = partitioners().at(space.partitioner).candidates(nodes);
    std::optional<Found> found;
    const double ms = least_ms([&] { found = best_of(judge, all); });
    rows.push_back(
        {nodes.ranks(), space.name, all.size, setup_ms, ms, found ? found->cost : no_limit});
    if (found) best = all.at(judge, found->number, no_limit);
  }
  if (!best) return;
  Section moved;
  const double ms = least_ms([&] { moved = refined(judge, *best); });
  rows.push_back(
      {nodes.ranks(), "refine", 1, setup_ms, ms, judge.cost(judge.loads(*judge.boxes(moved)))});
}

void compare_every_partitioner(const Grid& grid, const Nodes& nodes, std::vector<Compared>& all) {
  for (const Space& space : spaces)
    for (const bool refine : {false, true}) {
      const PartitionOptions asked{.refine = refine};
      PartitionJudge judge(grid, nodes, asked);
      const auto boxes = partitioners().at(space.partitioner)(grid, nodes, asked);
      all.push_back(
          judged(judge.loads(boxes), nodes, std::string(space.name) + (refine ? ", refined" : "")));
    }
  for (const auto& [name, partitioner] : general_partitioners())
    all.push_back(
        judged(loads_of_owners(grid, partitioner.owners(grid, nodes), nodes), nodes, name));
}

}  // namespace

double SearchRow::ms_of_a_searcher() const {
  const auto turns = (candidates + ranks - 1) / ranks;
  return setup_ms + ms / static_cast<double>(candidates) * static_cast<double>(turns);
}

std::vector<SearchRow> bench_search(const Grid& grid, const SearchBenchOptions& options) {
  std::vector<SearchRow> rows;
  for (const int ranks : options.ranks)
    search_every_space(grid, {ranks, options.cores_per_node}, rows);
  return rows;
}

std::vector<Compared> compare_partitioners(const Grid& grid, const SearchBenchOptions& options) {
  std::vector<Compared> all;
  for (const int ranks : options.ranks)
    for (const int cores : {4, 12, 24, 64, 128})
      if (ranks % cores == 0 && ranks != cores)
        compare_every_partitioner(grid, {ranks, cores}, all);
  return all;
}

}  // namespace seafret
