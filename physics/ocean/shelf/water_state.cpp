// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/water_state.hpp"

#include "physics/ocean/basin/wet_runs.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {
namespace {

/// Of faces that are settled, both cells.
constexpr Halo around{.west = 1, .east = 1, .north = 1};

/// Velocities at the two faces of a cell along one axis.
struct Pair {
  const double *behind, *here;
  double difference(int k) const {
    return 0.5 * ((behind[k + 1] + here[k + 1]) - (behind[k] + here[k]));
  }
};

}  // namespace

WaterState::WaterState(const ShelfSettings& settings, const Box& owned)
    : state_(settings.state),
      mixing_(settings.mixing),
      anomaly_(owned, shelf_halo, settings.levels.count),
      height_(owned, shelf_halo, settings.levels.count),
      pressure_(owned, shelf_halo, settings.levels.count) {
  if (!mixing_.varies()) return;
  viscosity_.emplace(owned, around, settings.levels.count);
  diffusivity_.emplace(owned, around, settings.levels.count);
}

std::size_t WaterState::bytes(const ShelfSettings& settings, const Box& owned) {
  const FieldDescription dense{.levels = settings.levels.count, .halo = shelf_halo};
  const FieldDescription mixed{.levels = settings.levels.count, .halo = around};
  return 3 * dense.bytes(owned) + (settings.mixing.varies() ? 2 * mixed.bytes(owned) : 0);
}

void WaterState::find(const Box& where, const WetRuns& wet, const Current& current,
                      FieldView<const double> temperature, FieldView<const double> salinity) {
  const int levels = current.levels.count();
  for_each_run(wet, where, [&](int j, int i0, int n) {
    for (int i = i0; i < i0 + n; ++i) {
      const WaterColumn water = current.water.at(i, j);
      const double eta = current.water.eta(i, j);
      double* const height = height_.view().column(i, j);
      for (int k = 0; k < levels; ++k) height[k] = eta + water.middle(current.levels, k);
      double* const anomaly = anomaly_.view().column(i, j);
      state_.anomalies(levels, temperature.column(i, j), salinity.column(i, j), height, anomaly);
      find_pressure(levels, anomaly, height, eta, pressure_.view().column(i, j));
      if (viscosity_ && viscosity_->view().box.contains(i, j))
        find_mixing(i, j, current, temperature, salinity);
    }
  });
}

void WaterState::find_mixing(int i, int j, const Current& current,
                             FieldView<const double> temperature,
                             FieldView<const double> salinity) {
  const Pair u{current.u.column(i - 1, j), current.u.column(i, j)};
  const Pair v{current.v.column(i, j - 1), current.v.column(i, j)};
  const double* const height = height_.view().column(i, j);
  double *const viscosity = viscosity_->view().column(i, j), *const diffusivity =
                                                                 diffusivity_->view().column(i, j);
  const double per_density = gravity / state_.reference_density;
  const int levels = current.levels.count();
  double* const excess = diffusivity;  // until that is known
  state_.excesses(levels, temperature.column(i, j), salinity.column(i, j), height, excess);
#pragma omp simd
  for (int k = 0; k < levels - 1; ++k) {
    const double per_metre = 1 / (height[k + 1] - height[k]);
    const double du = u.difference(k) * per_metre, dv = v.difference(k) * per_metre;
    const Mixed mixed =
        richardson_mixing(mixing_, per_density * excess[k] * per_metre, du * du + dv * dv);
    viscosity[k] = mixed.viscosity;
    diffusivity[k] = mixed.diffusivity;
  }
  viscosity[levels - 1] = diffusivity[levels - 1] = 0;
}

}  // namespace seafret
