// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "physics/ocean/basin/basin.hpp"

namespace seafret {

inline constexpr double highest_land = 9000;  // m

/// Reads a basin from an HDF5 file with the datasets `mask` (0 dry, 1 wet, 2 outside) and `depth`
/// (m, positive down; looked at where wet alone), both a row of `lon` by a column of `lat`
/// (degrees, ascending evenly). Rank 0 reads, verifies and prepares it; all get its grid, or throw
/// the same InputError. The depth of the whole basin stays with rank 0 alone. A wet cell must be
/// deeper than `least`, m; land that the sea can flood has the depth at which it lies, down to
/// -highest_land. Collective.
Basin read_basin(
    const std::string& path, const Communicator& comm,
    const std::function<void(Basin&)>& prepare = [](Basin&) {}, double least = 0);

/// What of a mask file cannot be seen in it.
struct MaskOptions {
  std::string variable = "";  ///< of an HDF5 or netCDF-4 file; empty: one with a usual name
  bool periodic_x = false, periodic_y = false;
};

/// A mask, and where its columns are, in degrees, if its file says so.
struct Mask {
  Grid grid;
  std::vector<double> longitude = {}, latitude = {};
};

/// Reads a mask that people can look at, the north above: a picture (PGM, P2 or P5), in which black
/// is dry and all else wet; or a text of rows of 0 (dry), 1 (wet) and 2 (outside), with blanks or
/// commas between them or without. Throws InputError, which says where what is wrong. For one rank.
Grid read_mask_text(const std::string& path);

/// Reads a mask alone: of 0 (dry), 1 (wet) and 2 (outside) in an HDF5 or netCDF-4 file or as
/// read_mask_text() has it. One rank reads and verifies; all get the mask, or throw the same
/// InputError. Collective.
Mask read_mask(const std::string& path, const MaskOptions& options, const Communicator& comm);

}  // namespace seafret
