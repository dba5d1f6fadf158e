// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/dry_watch.hpp"

#include <cmath>

#include "miniapp/cases/sea_checks.hpp"

namespace seafret {

DryWatch::DryWatch(const Basin& basin, const Box& owned, double dry_depth, double watched_depth)
    : owned_(owned),
      nx_(basin.grid.nx),
      ny_(basin.grid.ny),
      dry_depth_(dry_depth),
      watched_(owned, [&](int i, int j) {
        return basin.wet(i, j) && basin.depth_at(i, j) <= watched_depth;
      }) {
  for_each_point(watched_, owned_, [&](int i, int j) { depth_.push_back(basin.depth_at(i, j)); });
}

void DryWatch::note(std::int64_t step, FieldView<const double> eta) {
  if (first_) return;
  auto depth = depth_.begin();
  for_each_point(watched_, owned_, [&](int i, int j) {
    const double water = *depth++ + eta(i, j);
    if (!is_depth_sound(water, dry_depth_) && !std::isnan(water) && !first_)
      first_ = (step * ny_ + j) * nx_ + i;
  });
}

void DryWatch::insist_on_water(const Communicator& comm) const {
  constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  const std::int64_t dry = -comm.max(-first_.value_or(never));
  if (dry != never) refuse_dry(dry / nx_ / ny_, dry % nx_, dry / nx_ % ny_);
}

}  // namespace seafret
