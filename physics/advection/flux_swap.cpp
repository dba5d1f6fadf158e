// SPDX-License-Identifier: BSD-3-Clause
#include "physics/advection/flux_swap.hpp"

#include <algorithm>
#include <vector>

#include "comms/base/timers.hpp"

namespace seafret {
namespace {

constexpr Halo one_to_the_east{0, 1, 0, 0, false};

/// Where the boxes begin along x, ascending.
std::vector<int> first_columns(const Decomposition& boxes) {
  std::vector<int> all;
  for (int rank = 0; rank < boxes.ranks(); ++rank) all.push_back(boxes.owned(rank).x0);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// A grid of three columns, of which the middle one keeps the edges apart.
Box at_edges(const Box& box, int end) {
  const Box kept{box.x0 == 0 ? 0 : 2, box.x1 == end ? 3 : 1, box.y0, box.y1};
  return kept.empty() ? Box{} : kept;
}

/// The same memory, in which column `from` is called `to`.
Fluxes<double> renamed(Fluxes<double> field, int from, int to) {
  field.box = field.box.shifted(to - from, 0);
  return field;
}

}  // namespace

Decomposition FluxSwap::columns(const Decomposition& boxes, FluxMode mode) {
  const std::vector<int> kept = first_columns(boxes);
  const auto place = [&](int x) {
    return static_cast<int>(std::lower_bound(kept.begin(), kept.end(), x) - kept.begin());
  };
  Grid grid = boxes.grid();
  const int end = grid.nx;
  const auto reduced = [&](const Box& box) {
    // To keep fluxes for oneself and add them later costs more than to work them out twice.
    const bool has_only_itself_beside_it = box.width() == end;
    if (mode == FluxMode::recompute || has_only_itself_beside_it) return Box{};
    if (mode == FluxMode::wrap_only) return at_edges(box, end);
    return Box{place(box.x0), place(box.x1), box.y0, box.y1};
  };
  grid.nx = mode == FluxMode::swap ? place(end) : 3;
  grid.cells.clear();  // of columns that this grid has not
  grid.part.reset();
  std::vector<Box> owned;
  for (int rank = 0; rank < boxes.ranks(); ++rank) owned.push_back(reduced(boxes.owned(rank)));
  return {grid, owned};
}

FieldDescription FluxSwap::description(int scalars, int levels) {
  return {.levels = scalars * levels, .halo = one_to_the_east};
}

FluxSwap::FluxSwap(const Domain& boxes, const Decomposition& columns, FluxMode mode,
                   const FieldView<double>& fluxes, const HaloOptions& options)
    : box_(boxes.owned()),
      sends_(!fluxes.box.empty() && (mode == FluxMode::swap || box_.x0 == 0)),
      receives_(!fluxes.box.empty() && (mode == FluxMode::swap || box_.x1 == boxes.grid().nx)),
      west_(renamed(fluxes, fluxes.box.x0, box_.x0 - 1)),
      east_(renamed(fluxes, fluxes.box.x1 - 1, box_.x1 - 1)),
      into_last_(receives_ ? Box{box_.x1 - 2, box_.x1 - 1, box_.y0, box_.y1} : Box{}, Halo{},
                 fluxes.levels),
      swapped_(fluxes),
      exchange_(boxes.over(columns), {{one_to_the_east, swapped_.column_bytes}}, options) {}

void FluxSwap::start(ScalarAdvection& advection, const Wind& wind, double dt,
                     std::span<const FieldView<const double>> scalars, const Mixing& mixing) {
  if (sends_) {
    SEAFRET_REGION("step/first fluxes");
    advection.find_east_fluxes({box_.x0 - 1, box_.x0, box_.y0, box_.y1}, wind, dt, scalars, west_,
                               mixing);
  }
  exchange_.start({&swapped_, 1});
}

EdgeFluxes FluxSwap::edges(const Box& where) {
  EdgeFluxes edges;
  if (sends_ && where.x0 == box_.x0) edges.west = west_;
  if (receives_ && where.x1 == box_.x1) edges.into_last = into_last_.view();
  return edges;
}

void FluxSwap::finish(std::span<const FieldView<double>> tendencies,
                      std::span<const FieldView<const double>> scalars, const LeapAlong& leap) {
  exchange_.finish();
  if (!receives_) return;
  SEAFRET_REGION("step/last fluxes");
  finish_last_column(box_, into_last_.view(), east_, tendencies, scalars, leap);
}

}  // namespace seafret
