// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <complex>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "miniapp/files/table.hpp"
#include "physics/ocean/forcing/tidal_boundary.hpp"

namespace seafret {

/// What a case may be asked for, in its file or in a table of knots.
inline constexpr double highest_tidal_amplitude = 20;  // m
/// Of a wave so high where the sea is 12 km deep, m2/s.
inline constexpr double highest_tidal_transport = 7000;
inline constexpr double farthest_phase = 360;  // degrees, either way

/// The tidal constant of these columns, m (or m2/s) and degrees. Throws InputError where they
/// cannot be that.
std::complex<double> tidal_constant_of(const TableRow& row, const std::string& amplitude,
                                       const std::string& phase,
                                       double highest = highest_tidal_amplitude);

/// Reads the tide at an open boundary from a table of comma-separated values, as table_rows() has
/// it: constituent (M2, S2, ...), knot (1, 2, ... in order, for each constituent), amplitude_m and
/// phase_deg, and maybe the transport inward: transport_m2s and transport_deg. One rank reads; all
/// get the same, or throw the same InputError. Collective.
std::vector<TidalForcing> read_tidal_forcings(const std::string& path, const Communicator& comm);

}  // namespace seafret
