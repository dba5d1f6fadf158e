// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "miniapp/run/report/report.hpp"

namespace seafret {

/// What each swap has tried, how long it took and what it kept; what that has cost; and the keys by
/// which a case file asks for the same.  Empty where nothing was tried.
std::string trials_as_text(const Result& result);
Json trials_as_json(const std::vector<SwapTrial>& trials);
/// Null where nothing was tried.
Json trial_cost_as_json(const Result& result);
Json to_json(const WayInWords& way);

}  // namespace seafret
