// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"

namespace seafret {

/// Where somebody has published that the M2 tide has an amphidrome.
struct KnownAmphidrome {
  std::string name;
  double longitude = 0, latitude = 0;  ///< degrees
  std::string source;
};

/// Reads a table of comma-separated values, as table_rows() has it, of columns name, lon, lat and
/// source; at least one row. One rank reads; all get the same, or throw the same InputError.
/// Collective.
std::vector<KnownAmphidrome> read_amphidromes(const std::string& path, const Communicator& comm);

}  // namespace seafret
