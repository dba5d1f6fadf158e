// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "comms/base/timers.hpp"

namespace seafret {

/// One region as seen by all ranks.
struct RegionTime {
  std::string name;
  std::int64_t count = 0;  ///< the most that any rank came by
  double mean_s = 0, min_s = 0, max_s = 0;
  EventCounters::Values counted = {};  ///< of all ranks together
};

/// Collective.  Sorted by name; the same list on every rank, also where some ranks never came by.
/// Empty where regions are not listed.
std::vector<RegionTime> region_times(const Communicator& comm);

}  // namespace seafret
