// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "decomposition/grid/grid.hpp"

namespace seafret {

/// Temperature and salinity at some depths, of the whole sea or of each of its cells.
struct WaterProfiles {
  std::vector<double> depths = {0};        ///< m, ascending
  std::vector<double> temperature = {10};  ///< degrees C, at all depths of one cell, then the next
  std::vector<double> salinity = {35};
  Box cells = {};  ///< that have one each, row by row; empty where all have the same

  /// Linear between the depths, the same beyond them.
  double temperature_at(int i, int j, double depth) const {
    return at_depth(temperature, i, j, depth);
  }
  double salinity_at(int i, int j, double depth) const { return at_depth(salinity, i, j, depth); }

 private:
  double at_depth(const std::vector<double>& values, int i, int j, double depth) const;
};

/// What may stand there: degrees C, and salinity.
inline constexpr double coldest_water = -3, warmest_water = 40, saltiest_water = 45;

/// Reads water from an HDF5 file with the datasets `depth` (m, ascending), `temperature` (degrees
/// C) and `salinity`, both as long as `depth` or of rows (from the south) of columns of this grid,
/// each as long as that. Rank 0 reads, and verifies wherever the sea is wet; all get what holds for
/// the whole sea, or throw the same InputError. What cells have of their own stays with that rank,
/// the others have none, until it is handed out. Collective.
WaterProfiles read_water(const std::string& path, const Grid& grid, const Communicator& comm);
/// Of these cells, of water that one rank alone has, whichever that is in `comm`. Collective.
WaterProfiles handed_out(const WaterProfiles& whole, const Box& needed, const Communicator& comm);

}  // namespace seafret
