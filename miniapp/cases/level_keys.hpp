// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/case_file/keys.hpp"
#include "physics/ocean/shelf/sea_levels.hpp"

namespace seafret {

/// m2/s: a thousand times what a degree wide a grid needs.
inline constexpr double strongest_lateral_viscosity = 1e8;

/// Keys of a sea's levels, in the block `grid`; at least so many.
void describe_levels(Keys& keys, SeaLevelOptions& levels, int least);
/// A key, or a block, of the block being described that a sea without levels has no use for.
void for_levels(Keys& keys, const SeaLevelOptions& levels, const std::string& key);
/// Of the steps of its depth-mean flow, in the block `time`.
void describe_substeps(Keys& keys, int& substeps);

}  // namespace seafret
