// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

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
/// "waves", or with what else lets no step be longer where such a lateral viscosity (m2/s) has one.
std::string what_bounds_a_step(double viscosity);
/// So much of the longest step of lateral viscosity alone is chosen: the flow feels what it does in
/// the levels a step late, which feeds waves whose period is two steps (docs/coastal.md).
inline constexpr double calm_share = 0.1;
/// Refuses a step of `dt` s of a sea with levels of whose lateral viscosity one may be so long.
void insist_on_evened(double dt, double longest);
/// Of the steps of its depth-mean flow, in the block `time`.
void describe_substeps(Keys& keys, int& substeps);

}  // namespace seafret
