// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/dry_watch.hpp"

#include <algorithm>
#include <limits>

#include "miniapp/cases/sea_checks.hpp"
#include "physics/columns.hpp"

namespace seafret {

DryWatch::DryWatch(const Basin& basin, const Box& owned, double dry_depth, int substeps,
                   double watched_depth)
    : owned_(owned),
      nx_(basin.grid.nx),
      ny_(basin.grid.ny),
      dry_depth_(dry_depth),
      substeps_(substeps),
      depth_(owned, Halo{}, 1) {
  const FieldView<double> depth = depth_.view();
  constexpr double unwatched = std::numeric_limits<double>::infinity();
  for_each_column(owned, [&](int i, int j) {
    const bool watched = basin.wet(i, j) && basin.depth_at(i, j) <= watched_depth;
    depth(i, j) = watched ? basin.depth_at(i, j) : unwatched;
  });
  around_ = WetRuns(owned, [&](int i, int j) {
    if (!basin.wet(i, j)) return false;  // a surface there means nothing
    const double* const row = &depth(owned.x0, j);
    const int west = std::max(i - vector_width, owned.x0), east = std::min(i + 1, owned.x1);
    return std::any_of(row + (west - owned.x0), row + (east - owned.x0),
                       [](double d) { return d < unwatched; });
  });
}

void DryWatch::note(std::int64_t substeps, const Box& where, FieldView<const double> eta) {
  // As good as is_depth_sound(), but two comparisons less a cell.
  const double least = dry_depth_ > 0 ? 0 : std::numeric_limits<double>::denorm_min();
  const Box here = intersection(where, owned_);
  for (int j = here.y0; j < here.y1; ++j)
    for (const WetRuns::Run& run : around_.row(j)) {
      const int west = std::max(run.x0, here.x0), east = std::min(run.x1, here.x1);
      if (west >= east) continue;
      const double *const depth = &depth_.view()(west, j), *const surface = &eta(west, j);
      const auto is_dry = [&](int n) { return depth[n] + surface[n] < least; };
      std::int64_t dry = 0;
      for (int n = 0; n < east - west; ++n) dry += is_dry(n) ? 1 : 0;
      if (dry == 0) continue;
      int n = 0;
      while (!is_dry(n)) ++n;
      first_ = std::min(first_, (substeps * ny_ + j) * nx_ + west + n);
    }
}

void DryWatch::insist_on_water(const Communicator& comm) const {
  const std::int64_t dry = -comm.max(-first_);
  if (dry != never) refuse_dry((dry / nx_ / ny_ - 1) / substeps_ + 1, dry % nx_, dry / nx_ % ny_);
}

}  // namespace seafret
