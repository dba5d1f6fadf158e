// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/dry_watch.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "miniapp/cases/sea_checks.hpp"
#include "physics/columns.hpp"
#include "physics/vectors.hpp"

namespace seafret {
namespace {

/// What water a row has, looked at lot by lot: nearly always enough, so that one comparison at the
/// end will do.
template <class Look>
struct RowOfWater {
  const double *depth, *eta;
  double enough;
  Look look;  // called where there may be less
  Vector<vector_width> lanes = Vector<vector_width>{} + std::numeric_limits<double>::infinity();
  double single = std::numeric_limits<double>::infinity();

  template <class V>
  [[gnu::always_inline]] void work(std::ptrdiff_t i, unsigned chosen) {
    const V water = load<V>(depth + i) + load<V>(eta + i);
    if constexpr (std::is_same_v<V, double>)
      single = least(single, water);
    else  // a surface on land means nothing
      lanes = least(lanes, among_lanes<V>(chosen) ? water : lanes);
  }
  void finish() const {
    double low = single;
    for (int lane = 0; lane < vector_width; ++lane) low = least(low, lanes[lane]);
    if (low < enough) look();
  }
};

}  // namespace

DryWatch::DryWatch(const Basin& basin, const Box& owned, double dry_depth, int substeps,
                   double watched_depth)
    : owned_(owned),
      nx_(basin.grid.nx),
      ny_(basin.grid.ny),
      dry_depth_(dry_depth),
      substeps_(substeps),
      depth_(owned, Halo{}, 1) {
  for_each_column(owned, [&](int i, int j) { depth_.view()(i, j) = basin.depth_at(i, j); });
  watched_ = WetRuns(owned, [&](int i, int j) {
    return basin.wet(i, j) && basin.depth_at(i, j) <= watched_depth;
  });
}

void DryWatch::note(std::int64_t substeps, const Box& where, FieldView<const double> eta) {
  const FieldView<const double> depth = depth_.view();
  // As good as is_depth_sound(), but two comparisons less a cell.
  const double least = dry_depth_ > 0 ? 0 : std::numeric_limits<double>::denorm_min();
  const Box here = intersection(where, owned_);
  for_each_lot(watched_, here, [&](int row) {
    const auto look = [&, row] {
      for_each_point(watched_, {here.x0, here.x1, row, row + 1}, [&](int i, int j) {
        if (!(depth(i, j) + eta(i, j) < least)) return;
#pragma omp critical(seafret_dry_watch)
        first_ = std::min(first_, (substeps * ny_ + j) * nx_ + i);
      });
    };
    return RowOfWater<decltype(look)>{&depth(owned_.x0, row), &eta(owned_.x0, row), least, look};
  });
}

void DryWatch::insist_on_water(const Communicator& comm) const {
  const std::int64_t dry = -comm.max(-first_);
  if (dry != never) refuse_dry((dry / nx_ / ny_ - 1) / substeps_ + 1, dry % nx_, dry / nx_ % ny_);
}

}  // namespace seafret
