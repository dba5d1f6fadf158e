// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cmath>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/cases/case.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"

namespace seafret {

/// The water of a closed sea, of which none comes and none goes.  Sums are exact, so what is
/// measured is the same for any partition.
class WaterVolume {
 public:
  /// What there is of it at first.
  WaterVolume(const Basin& basin, const DepthMeanFlow& flow)
      : surface_(sum_of(flow, [&](int i, int j) { return flow.now().eta(i, j); })),
        at_rest_(sum_of(flow, [&](int i, int j) { return basin.depth_at(i, j); })) {}

  /// By which share of it the volume has changed; collective.
  Measure change(const DepthMeanFlow& flow, const Communicator& comm) const {
    ReproducibleSum now = sum_of(flow, [&](int i, int j) { return flow.now().eta(i, j); });
    std::array<ReproducibleSum, 2> sums{now, now};  // what came, and what there is
    sums[0].subtract(surface_);
    sums[1].add(at_rest_);
    ReproducibleSum::over_ranks(sums, comm);
    return {"volume", std::abs(sums[0].value() / sums[1].value()), "1"};
  }

 private:
  /// Over the area of the owned cells.
  template <class Height>
  static ReproducibleSum sum_of(const DepthMeanFlow& flow, Height height) {
    ReproducibleSum sum;
    const LocalSea& sea = flow.sea();
    for_each_point(sea.wet_cells, flow.owned(),
                   [&](int i, int j) { sum.add(sea.metrics.area(j) * height(i, j)); });
    return sum;
  }

  ReproducibleSum surface_, at_rest_;
};

}  // namespace seafret
