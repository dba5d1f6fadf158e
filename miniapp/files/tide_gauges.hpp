// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <complex>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "comms/base/mpi.hpp"

namespace seafret {

/// A place on the coast where the tide has been measured.
struct TideGauge {
  std::string name;
  double longitude = 0, latitude = 0;  ///< degrees
  /// As in tidal_constant(), by the names of known_constituents: M2 always, others where known.
  std::map<std::string_view, std::complex<double>> observed;
};

/// Reads a table of comma-separated values, as table_rows() has it: name, lon, lat, M2_amp_m and
/// M2_G_deg; there may be source, and such columns of other constituents, empty where nobody has
/// analysed them. At least one gauge. One rank reads; all get the gauges, or throw the same
/// InputError. Collective.
std::vector<TideGauge> read_gauges(const std::string& path, const Communicator& comm);

}  // namespace seafret
