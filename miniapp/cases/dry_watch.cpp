// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/dry_watch.hpp"

#include <algorithm>
#include <cmath>

#include "miniapp/cases/sea_checks.hpp"

namespace seafret {

DryWatch::DryWatch(const Basin& basin, const Box& owned, double dry_depth, int substeps,
                   double watched_depth)
    : basin_(basin),
      owned_(owned),
      dry_depth_(dry_depth),
      substeps_(substeps),
      watched_(owned, [&](int i, int j) {
        return basin.wet(i, j) && basin.depth_at(i, j) <= watched_depth;
      }) {}

void DryWatch::note(std::int64_t substeps, const Box& where, FieldView<const double> eta) {
  const std::int64_t nx = basin_.grid.nx, ny = basin_.grid.ny;
  for_each_point(watched_, intersection(where, owned_), [&](int i, int j) {
    const double water = basin_.depth_at(i, j) + eta(i, j);
    if (!is_depth_sound(water, dry_depth_) && !std::isnan(water))
      first_ = std::min(first_, (substeps * ny + j) * nx + i);
  });
}

void DryWatch::insist_on_water(const Communicator& comm) const {
  const std::int64_t dry = -comm.max(-first_);
  const std::int64_t nx = basin_.grid.nx, ny = basin_.grid.ny;
  if (dry != never) refuse_dry((dry / nx / ny - 1) / substeps_ + 1, dry % nx, dry / nx % ny);
}

}  // namespace seafret
