// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "decomposition/partition/survey.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// A partition, by its cuts, and what is thought of it.
struct Judged {
  std::string ordering;
  Verdict verdict = {};
};

/// Where the least and the greatest cost are, by one of costs().
struct CostRange {
  std::string cost, best_ordering, worst_ordering;
  double best = 0, worst = 0;
};

/// How the candidates of a partitioner compare.
struct Ranking {
  std::int64_t candidates = 0, feasible = 0;
  std::vector<Judged> best = {};     ///< that which costs least first; on rank 0
  std::optional<Judged> plain = {};  ///< the default order of cuts, where it is feasible
  std::vector<CostRange> ranges = {};
  std::vector<Box> winner = {};  ///< of the best, on every rank
};

/// Judges them all, and moves the lines of the best if the options say so; keeps the best `most`.
/// Throws InputError where none is feasible.  Collective among the searchers, the ranks of `comm`.
Ranking rank_candidates(const Grid& grid, const Nodes& nodes, const PartitionOptions& options,
                        const Partitioner& partitioner, std::size_t most, const Communicator& comm);

}  // namespace seafret
