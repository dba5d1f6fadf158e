// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/cases/case.hpp"
#include "physics/ocean/analysis/flow_extremes.hpp"

namespace seafret {

/// What must hold at the end of any sea: of its volume or salt, that it gained what came in.
inline Check balance_check(const std::string& of_what, double imbalance) {
  constexpr double limit = 1e-12;
  return {of_what + " balance, relative", imbalance, limit, imbalance <= limit};
}
/// `dry_depth` as in FlowTerms.
inline Check depth_check(double shallowest, double dry_depth) {
  return {dry_depth > 0 ? "least depth of water, m, at least" : "least depth of water, m, above",
          shallowest, 0, is_depth_sound(shallowest, dry_depth)};
}

}  // namespace seafret
