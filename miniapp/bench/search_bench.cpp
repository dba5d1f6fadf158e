// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/search_bench.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>

#include "decomposition/partition/refine.hpp"
#include "decomposition/partition/search.hpp"
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

Compared judged(std::span<const Load> loads, int ranks, int cores, const std::string& name) {
  Compared result{ranks, cores, name};
  for (const Load& load : loads) {
    result.cost = std::max(result.cost, costs().at("paper").of_rank(load, {}));
    result.off_node += load.halo_off;
  }
  return result;
}

}  // namespace

double SearchRow::ms_of_a_searcher() const {
  const auto turns = static_cast<double>((candidates + ranks - 1) / ranks);
  return setup_ms + ms / static_cast<double>(candidates) * turns;
}

std::vector<SearchRow> bench_search(const Grid& grid, const SearchBenchOptions& options) {
  std::vector<SearchRow> rows;
  const PartitionOptions asked{.cores_per_node = options.cores_per_node};
  for (const int ranks : options.ranks) {
    const double setup_ms = least_ms([&] { PartitionSearch(grid, ranks, asked); });
    PartitionSearch search(grid, ranks, asked);
    std::optional<Section> best;
    for (const Space& space : spaces) {
      const Candidates all =
          partitioners().at(space.partitioner).candidates(ranks, options.cores_per_node);
      std::optional<Found> found;
      const double ms = least_ms([&] { found = best_of(search, all); });
      const double infinity = std::numeric_limits<double>::infinity();
      rows.push_back({ranks, space.name, all.size, setup_ms, ms, found ? found->cost : infinity});
      if (found) best = all.at(search, found->number, infinity);
    }
    if (!best) continue;
    Section moved;
    const double ms = least_ms([&] { moved = refined(search, *best); });
    rows.push_back(
        {ranks, "refine", 1, setup_ms, ms, search.cost(search.loads(*search.boxes(moved)))});
  }
  return rows;
}

std::vector<Compared> compare_partitioners(const Grid& grid, const SearchBenchOptions& options) {
  std::vector<Compared> all;
  for (const int ranks : options.ranks)
    for (const int cores : {4, 12, 24, 64, 128}) {
      if (ranks % cores != 0 || ranks == cores) continue;
      for (const Space& space : spaces)
        for (const bool refine : {false, true}) {
          const PartitionOptions asked{.cores_per_node = cores, .refine = refine};
          PartitionSearch search(grid, ranks, asked);
          const auto boxes = partitioners().at(space.partitioner)(grid, ranks, asked);
          all.push_back(judged(search.loads(boxes), ranks, cores,
                               std::string(space.name) + (refine ? ", refined" : "")));
        }
      for (const auto& [name, partitioner] : general_partitioners())
        all.push_back(
            judged(loads_of_owners(grid, partitioner.owners(grid, ranks, cores), ranks, cores),
                   ranks, cores, name));
    }
  return all;
}

}  // namespace seafret
