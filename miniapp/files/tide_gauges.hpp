// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <complex>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"

namespace seafret {

/// A place on the coast where the tide has been measured.
struct TideGauge {
  std::string name;
  double longitude = 0, latitude = 0;  ///< degrees
  std::complex<double> m2;             ///< as in tidal_constant()
};

/// Reads a table of comma-separated values, as table_rows() has it, of which name, lon, lat,
/// M2_amp_m and M2_G_deg are taken; there may be source, and such columns of other constituents. At
/// least one gauge. One rank reads; all get the gauges, or throw the same InputError. Collective.
std::vector<TideGauge> read_gauges(const std::string& path, const Communicator& comm);

}  // namespace seafret
