// SPDX-License-Identifier: BSD-3-Clause
#include "physics/advection/flux_swap.hpp"

#include <algorithm>
#include <vector>

#include "comms/base/timers.hpp"

namespace seafret {
namespace {

constexpr Halo one_to_the_east{0, 1, 0, 0, false};

/// Where the patches begin along x, ascending.
std::vector<int> first_columns(const Decomposition& patches) {
  std::vector<int> all;
  for (int rank = 0; rank < patches.ranks(); ++rank) all.push_back(patches.owned(rank).x0);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// A grid of three columns, of which the middle one keeps the edges apart.
Box at_edges(const Box& patch, int end) {
  const Box kept{patch.x0 == 0 ? 0 : 2, patch.x1 == end ? 3 : 1, patch.y0, patch.y1};
  return kept.empty() ? Box{} : kept;
}

/// The same memory, in which column `from` is called `to`.
Fluxes<double> renamed(Fluxes<double> field, int from, int to) {
  field.box = field.box.shifted(to - from, 0);
  return field;
}

}  // namespace

Decomposition FluxSwap::columns(const Decomposition& patches, FluxMode mode) {
  const std::vector<int> kept = first_columns(patches);
  const auto place = [&](int x) {
    return static_cast<int>(std::lower_bound(kept.begin(), kept.end(), x) - kept.begin());
  };
  Grid grid = patches.grid();
  const int end = grid.nx;
  const auto reduced = [&](const Box& patch) {
    if (mode == FluxMode::recompute) return Box{};
    if (mode == FluxMode::wrap_only) return at_edges(patch, end);
    return Box{place(patch.x0), place(patch.x1), patch.y0, patch.y1};
  };
  grid.nx = mode == FluxMode::swap ? place(end) : 3;
  grid.cells.clear();  // of columns that this grid has not
  std::vector<Box> owned;
  for (int rank = 0; rank < patches.ranks(); ++rank) owned.push_back(reduced(patches.owned(rank)));
  return {grid, owned};
}

FieldDescription FluxSwap::description(int scalars, int levels) {
  return {.name = "fluxes",
          .unit = "those of the tendencies",
          .long_name = "scalars through the west faces of a patch",
          .place = Place::east_face,
          .levels = scalars * levels,
          .halo = one_to_the_east,
          .prognostic = false};
}

FluxSwap::FluxSwap(const Domain& patches, const Decomposition& columns, FluxMode mode,
                   const FieldView<double>& fluxes, const HaloOptions& options)
    : patch_(patches.owned()),
      sends_(mode == FluxMode::swap || (mode == FluxMode::wrap_only && patch_.x0 == 0)),
      receives_(mode == FluxMode::swap ||
                (mode == FluxMode::wrap_only && patch_.x1 == patches.grid().nx)),
      west_(renamed(fluxes, fluxes.box.x0, patch_.x0 - 1)),
      east_(renamed(fluxes, fluxes.box.x1 - 1, patch_.x1 - 1)),
      into_last_(receives_ ? Box{patch_.x1 - 2, patch_.x1 - 1, patch_.y0, patch_.y1} : Box{},
                 Halo{}, fluxes.levels),
      swapped_(fluxes),
      exchange_({columns, patches.comm, patches.shared}, {{one_to_the_east, swapped_.column_bytes}},
                options) {}

void FluxSwap::start(ScalarAdvection& advection, const Wind& wind, double dt,
                     std::span<const FieldView<const double>> scalars) {
  if (sends_) {
    SEAFRET_REGION("step/first fluxes");
    advection.find_east_fluxes({patch_.x0 - 1, patch_.x0, patch_.y0, patch_.y1}, wind, dt, scalars,
                               west_);
  }
  exchange_.start({&swapped_, 1});
}

EdgeFluxes FluxSwap::edges(const Box& where) {
  EdgeFluxes edges;
  if (sends_ && where.x0 == patch_.x0) edges.west = west_;
  if (receives_ && where.x1 == patch_.x1) edges.into_last = into_last_.view();
  return edges;
}

void FluxSwap::finish(std::span<const FieldView<double>> tendencies) {
  exchange_.finish();
  if (!receives_) return;
  SEAFRET_REGION("step/last fluxes");
  finish_last_column(patch_, into_last_.view(), east_, tendencies);
}

}  // namespace seafret
