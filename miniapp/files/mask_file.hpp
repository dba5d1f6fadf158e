// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "comms/mpi.hpp"
#include "physics/ocean/basin.hpp"

namespace seafret {

/// Reads a basin from an HDF5 file with the datasets `mask` (0 dry, 1 wet, 2 outside) and `depth`
/// (m, positive down), both a row of `lon` by a column of `lat` (degrees, ascending evenly). One
/// rank reads and verifies; all get the basin, or throw the same InputError. Collective.
Basin read_basin(const std::string& path, const Communicator& comm);

}  // namespace seafret
