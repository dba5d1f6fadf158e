// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "decomposition/base/worse.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/files/water_file.hpp"
#include "physics/ocean/analysis/flow_extremes.hpp"
#include "physics/ocean/analysis/volume_budget.hpp"
#include "physics/ocean/shelf/tracer_bounds.hpp"

namespace seafret {

/// What must hold at the end of any sea: of its volume or salt, that it gained what came in. Where
/// a steady current goes through, each step may be rounded the same way.
inline Check balance_check(const std::string& of_what, double imbalance, std::int64_t steps) {
  const double limit =
      std::max(1e-12, 4 * std::numeric_limits<double>::epsilon() * static_cast<double>(steps));
  return {of_what + " balance, relative", imbalance, limit, imbalance <= limit};
}
/// `dry_depth` as in FlowTerms.
inline Check depth_check(double shallowest, double dry_depth) {
  return {dry_depth > 0 ? "least depth of water, m, at least" : "least depth of water, m, above",
          shallowest, 0, is_depth_sound(shallowest, dry_depth)};
}

/// Ends a run.
[[noreturn]] inline void refuse_dry(std::int64_t step, std::int64_t i, std::int64_t j) {
  throw RunError(fmt::format("step {}: no water is left in cell (i={}, j={})", step, i, j));
}
/// Ends one whose shallowest cell has less than `dry_depth` lets it have, as in FlowTerms.
inline void insist_on_depth(std::int64_t step, const Extreme& shallowest, double dry_depth) {
  if (!is_depth_sound(shallowest.value, dry_depth)) refuse_dry(step, shallowest.i, shallowest.j);
}

/// Of the tracers of a sea with levels. Collective.
inline Check bounds_check(TracerBounds& bounds, const ShelfSea& sea, const Communicator& comm) {
  const double beyond = bounds.look(sea, comm), limit = TracerBounds::rounding(sea);
  return {"new extrema of the tracers, share", beyond, limit, beyond <= limit};
}

/// Whether heat through the surface leaves liquid water of a sea with levels.
class HeatedWater {
 public:
  /// Keeps the coldest and the warmest of all looks.  Collective.
  void look(const ShelfSea& sea, const Communicator& comm) {
    const auto [least, most] = TracerRange::of(sea, ShelfSea::temperature, comm);
    coldest_ = lower(coldest_, least);
    warmest_ = worse(warmest_, most);
  }
  /// Looks once more.  Collective.
  std::vector<Check> checks(const ShelfSea& sea, const Communicator& comm) {
    look(sea, comm);
    return {
        {"coldest water, degrees C, at least", coldest_, coldest_water, coldest_ >= coldest_water},
        {"warmest water, degrees C", warmest_, warmest_water, warmest_ <= warmest_water}};
  }

 private:
  double coldest_ = std::numeric_limits<double>::infinity(), warmest_ = -coldest_;
};

/// Whether columns of a sea with levels that falls dry held back water. Collective.
inline std::vector<std::string> remarks_on_held_back(const ShelfSea& sea, double dt,
                                                     const Communicator& comm) {
  const std::int64_t times = comm.sum(sea.held_back());
  if (times == 0) return {};
  return {fmt::format(
      "water was held back: in a step {:.2g} columns deeper than {:g} m gave half of their water, "
      "all that they may; shorter steps than {:.4g} s (time.dt) hand on more",
      static_cast<double>(times) / static_cast<double>(sea.steps()),
      thin_depth(sea.settings().flow.dry_depth), dt)};
}

/// The volume, and the depth, of a sea into which nothing comes; swaps the halos. Collective.
inline std::vector<Check> checks_of_closed_sea(const VolumeBudget& budget, DepthMeanFlow& flow,
                                               const Basin& basin, const Communicator& comm) {
  const double imbalance = budget.imbalance(flow.sea(), flow.now().eta, flow.rules().dt, comm);
  const FlowExtremes extremes = flow_extremes(flow, basin, comm);
  return {balance_check("volume", imbalance, flow.steps()),
          depth_check(extremes.shallowest.value, flow.rules().dry_depth)};
}

}  // namespace seafret
