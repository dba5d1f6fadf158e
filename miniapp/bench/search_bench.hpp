// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "decomposition/grid/grid.hpp"

namespace seafret {

/// What `seafret bench search` is asked for.
struct SearchBenchOptions {
  std::string mask = "inputs/masks/hrcs.h5";
  std::vector<int> ranks = {192, 768};
  int cores_per_node = 12;
  bool compare = false;  ///< with general partitioners, on nodes of several sizes
  std::string json;      ///< a file for the results, if any
};

/// One core looks at all candidates of a space, or moves the lines of the best.
struct SearchRow {
  int ranks = 0;
  std::string space;
  std::int64_t candidates = 0;
  double setup_ms = 0, ms = 0;
  double cost = 0;  ///< of the best; infinite where none is feasible
  /// What one of as many searchers as ranks has to do.
  double ms_of_a_searcher() const;
};
std::vector<SearchRow> bench_search(const Grid& grid, const SearchBenchOptions& options);

/// How good a partition is, by Pickles' cost (the slowest rank) and by what nodes receive.
struct Compared {
  int ranks = 0, cores_per_node = 0;
  std::string partitioner;
  double cost = 0;
  std::int64_t off_node = 0;
};
/// Ours and all general partitioners that there are, where ranks fill several nodes evenly.
std::vector<Compared> compare_partitioners(const Grid& grid, const SearchBenchOptions& options);

}  // namespace seafret
