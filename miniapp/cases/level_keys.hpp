// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/case_file/keys.hpp"
#include "physics/ocean/shelf/sea_levels.hpp"

namespace seafret {

/// Keys of a sea's levels, in the block `grid`; at least so many.
void describe_levels(Keys& keys, SeaLevelOptions& levels, int least);
/// Steps of the depth-mean flow in one of a sea with levels, where nobody says otherwise.
inline constexpr double usual_substeps = 20;
/// How many of them there must be in a step of `dt` s where one may be so long.  Throws InputError
/// where that is more than anybody may ask for.
int substeps_within(double dt, double longest);
/// Of the steps of its depth-mean flow, in the block `time`.
void describe_substeps(Keys& keys, int& substeps);

}  // namespace seafret
