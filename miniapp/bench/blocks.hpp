// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "comms/base/mpi.hpp"

namespace seafret {

/// How contestants are timed against each other on a machine whose speed changes.
struct BlockPlan {
  int blocks = 11;
  int repetitions = 10;  ///< of each contestant in each block
};

/// What one contestant took, in each block: seconds a repetition of the slowest rank, and the same
/// in units of the block's floor.
struct Series {
  std::vector<double> seconds, ratio;
};

struct Measurement {
  std::vector<Series> series;  ///< one a contestant; the floor comes first
  int repeated = 0;            ///< blocks that were measured again
};

/// Seconds a repetition, of the slowest rank; all begin together. Collective.
double time_one(const std::function<void()>& contestant, int repetitions, const Communicator& comm);

/// Times all contestants in turn, block by block; the first is the floor.  All ranks begin each of
/// them together; a block whose floor took far longer than the best is measured again.  Collective.
Measurement measure_in_blocks(std::span<const std::function<void()>> contestants,
                              const BlockPlan& plan, const Communicator& comm);

/// The same of contestants that time themselves: each gives the seconds that it took, of the
/// slowest rank, and has warmed up before.
Measurement measure_in_blocks(std::span<const std::function<double()>> contestants, int wanted);

double median(std::vector<double> values);
/// Half of what lies between the 10th and the 90th percentile, as a share of the median.
double spread(std::vector<double> values);

}  // namespace seafret
