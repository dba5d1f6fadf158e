// SPDX-License-Identifier: BSD-3-Clause
// What bounds a step of the coastal case, and what it is divided into.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "miniapp/cases/coastal.hpp"
#include "miniapp/cases/coastal_levels.hpp"
#include "miniapp/cases/rounded_down.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {

SeaStep CoastalCase::sea_step() const {
  if (!config_.has_levels())
    return {.substep = limit_.dt,
            .substeps = flow_steps(),
            .chosen = config_.flow.in_full() ? share_in_full : 1};
  return {.substep = limit_.dt / faster_led_on,
          .substeps = config_.shelf.substeps,
          .evened = longest_evened(limit_.dx, metrics_.dy, config_.shelf.lateral_viscosity),
          .carried = longest_carried(limit_.dx, metrics_.dy, steepest_edge_),
          .turned = longest_turned(metrics_)};
}

double CoastalCase::time_step(double asked) const {
  const SeaStep step = sea_step();
  if (asked == 0) {
    constexpr double unbounded = m2_period / 100;  // where no water can move
    double usual = std::isfinite(step.usual()) ? step.usual() : unbounded;
    for (const Constituent& c : constituents_) usual = std::min(usual, longest_sample(c));
    return m2_period / std::max(1.0, std::ceil(m2_period / usual));
  }
  step.insist_on_rest(asked);
  if (asked <= step.longest()) return asked;
  throw InputError(fmt::format(
      "{:g} s is too long for the {} in cell (i={}, j={}), {:.0f} m deep, at longitude {:.2f}, "
      "latitude {:.2f}; at most {:.4g} s can be stable",
      asked, what_bounds_a_step(config_.flow.viscosity), limit_.i, limit_.j, limit_.depth,
      basin_.longitude[static_cast<std::size_t>(limit_.i)],
      basin_.latitude[static_cast<std::size_t>(limit_.j)], rounded_down(step.longest(), 4)));
}

/// Plain substeps that share a swap go through the cache together, as all of a rank alone do. For N
/// of them a box of n columns a side works out at most 2 N/n of a substep twice. A twelfth of one
/// halved the time of fields larger than the cache, and cost others little if anything, within a
/// node, where messages cost least. All swaps of a step are followed by as many: a few left over
/// would go through the cache by themselves, in every step (docs/coastal.md).
int CoastalCase::halo_that_pays(std::span<const Box> owned) const {
  if (config_.has_levels() || config_.flow.in_full() || owned.size() == 1) return 0;
  int narrowest = std::numeric_limits<int>::max();
  for (const Box& box : owned)
    if (!box.empty()) narrowest = std::min({narrowest, box.width(), box.height()});
  const double steps = flow_steps();
  const double swaps =
      std::max(std::ceil(steps / DepthMeanFlow::most_together), std::round(steps * 25 / narrowest));
  return static_cast<int>(std::ceil(steps / swaps));
}

Courant CoastalCase::courant() const {
  Courant of_waves = waves_->number(flow());
  if (!shelf_) return of_waves;
  of_waves.number *= faster_led_on;
  return worse(of_waves, courant_of_levels(*shelf_));
}

}  // namespace seafret
