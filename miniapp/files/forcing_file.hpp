// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "comms/base/mpi.hpp"
#include "decomposition/grid/grid.hpp"
#include "physics/ocean/forcing/time_series.hpp"

namespace seafret {

/// What wind and sun do to a sea in the course of time; what is not given stays as it is.
struct SurfaceForcing {
  std::optional<TimeSeries> stress_east, stress_north;  ///< N/m2, both or none
  std::optional<TimeSeries> heat;                       ///< into the water, W/m2
};

/// What either may be at most, N/m2 and W/m2.
inline constexpr double strongest_stress = 10, strongest_heat = 5000;

/// Reads an HDF5 file with the datasets `time` (s, ascending) and `stress_east` and `stress_north`
/// or, where heat is asked for, `heat_flux`, or all of them: each as long as `time`, or so many
/// times of rows (from the south) of columns of this grid. Rank 0 reads, and verifies wherever the
/// sea is wet; all throw the same InputError. What cells have of their own stays with rank 0 until
/// it is handed out. Collective.
SurfaceForcing read_forcing(const std::string& path, const Grid& grid, bool with_heat,
                            const Communicator& comm);

}  // namespace seafret
