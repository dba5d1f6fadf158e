// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "decomposition/grid/grid.hpp"

namespace seafret {

/// A partition as it is kept: box r belongs to rank r.
struct StoredPartition {
  std::vector<Box> boxes;
  std::vector<int> node_of;  ///< of each rank
  std::string ordering = "", partitioner = "", cost = "";
  std::vector<double> longitude = {}, latitude = {};  ///< of the columns; none where not known
  double cost_value = 0;
  int cores_per_node = 0;
};

/// Writes the partition with its mask as an HDF5 file: `mask` (0 dry, 1 wet, 2 outside) and `owner`
/// (rank, or -1), both ny x nx; `boxes` (x0, x1, y0, y1 of each rank, half open) and `node` (of
/// each rank); `lon` and `lat`.  Replaces the file when the new one is complete.  For one rank.
void write_partition(const std::string& path, const Grid& grid, const StoredPartition& partition);

/// The boxes out of such a file.  Throws InputError where it was made for another mask or number of
/// ranks, or where a wet cell has none or two owners.  Collective.
std::vector<Box> read_partition(const std::string& path, const Grid& grid,
                                const Communicator& comm);

}  // namespace seafret
