// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/run/report/page/last_record.hpp"

namespace seafret {

/// Cuts a sea on terrain-following levels upright through its middle row, in metres: the plane's
/// rows are of one height each, from the deepest bed to the highest water, and each point of them
/// is of the level that is nearest. A few columns that are far deeper than the rest are cut off.
/// False, and nothing done, where the file does not tell how high the levels are, or where that row
/// is all land.
bool read_sea_section(const NumberFile& file, LastRecord& record, Plane& plane);

}  // namespace seafret
