// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/case.hpp"
#include "physics/ocean/flow_extremes.hpp"

namespace seafret {

/// What must hold of the water at the end of any sea.
inline Check volume_check(double imbalance) {
  constexpr double limit = 1e-12;
  return {"volume balance, relative", imbalance, limit, imbalance <= limit};
}
inline Check salt_check(double imbalance) {
  constexpr double limit = 1e-12;
  return {"salt balance, relative", imbalance, limit, imbalance <= limit};
}
/// `dry_depth` as in FlowRules.
inline Check depth_check(double shallowest, double dry_depth) {
  return {dry_depth > 0 ? "least depth of water, m, at least" : "least depth of water, m, above",
          shallowest, 0, is_depth_sound(shallowest, dry_depth)};
}

}  // namespace seafret
