// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/ocean/shelf/shelf_settings.hpp"

namespace seafret {

/// What comes through the surface into a shelf sea and warms it, at one moment.
class SurfaceHeat {
 public:
  SurfaceHeat(const ShelfSettings& settings, double time)
      : series_(settings.changing_heat.get()),
        moment_(series_ != nullptr ? series_->at(time) : BetweenKnots()),
        capacity_(settings.state.reference_density * heat_capacity),
        steady_(settings.heat_flux / capacity_) {}

  /// Into cell (i, j), K m/s.
  double at(int i, int j) const {
    return series_ != nullptr ? series_->value(moment_, i, j) / capacity_ : steady_;
  }

 private:
  static constexpr double heat_capacity = 3985;  // of sea water, J/(kg K)

  const TimeSeries* series_;
  BetweenKnots moment_;
  double capacity_;  // J/(m3 K)
  double steady_;    // K m/s
};

}  // namespace seafret
