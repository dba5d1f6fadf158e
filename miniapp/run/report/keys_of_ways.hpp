// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/run/report/report.hpp"

namespace seafret {

/// The blocks of a case file by which each swap goes as it does at the end of a run, without
/// trials: what most have in common as `halo` and `rma`, the others' ways as `halo.swaps`.
std::string keys_of_ways(const Result& result, const std::string& indent);

}  // namespace seafret
