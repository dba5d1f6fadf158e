// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/dry_watch.hpp"

#include <cmath>

#include "miniapp/cases/sea_checks.hpp"

namespace seafret {

DryWatch::DryWatch(const Basin& basin, const Box& owned, double dry_depth, double watched_depth)
    : basin_(basin), owned_(owned), dry_depth_(dry_depth), watched_(owned, [&](int i, int j) {
        return basin.wet(i, j) && basin.depth_at(i, j) <= watched_depth;
      }) {}

void DryWatch::note(std::int64_t step, FieldView<const double> eta) {
  if (first_) return;
  const std::int64_t nx = basin_.grid.nx, ny = basin_.grid.ny;
  for_each_point(watched_, owned_, [&](int i, int j) {
    const double water = basin_.depth_at(i, j) + eta(i, j);
    if (!is_depth_sound(water, dry_depth_) && !std::isnan(water) && !first_)
      first_ = (step * ny + j) * nx + i;
  });
}

void DryWatch::insist_on_water(const Communicator& comm) const {
  constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  const std::int64_t dry = -comm.max(-first_.value_or(never));
  const std::int64_t nx = basin_.grid.nx, ny = basin_.grid.ny;
  if (dry != never) refuse_dry(dry / nx / ny, dry % nx, dry / nx % ny);
}

}  // namespace seafret
