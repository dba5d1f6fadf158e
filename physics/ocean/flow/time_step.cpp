// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/flow/time_step.hpp"

#include <algorithm>

#include "physics/ocean/constants.hpp"

namespace seafret {

WaveRate wave_rate(const Basin& basin, const SeaMetrics& metrics, int i, int j) {
  WaveRate rate;
  const auto face_to = [&](int x, int y, double inverse_square) {
    if (!basin.wet(x, y)) return;  // closed
    const double depth =
        0.5 * (std::max(0., basin.depth_at(i, j)) + std::max(0., basin.depth_at(x, y)));
    rate.squared += 0.5 * gravity * depth * inverse_square;
    rate.per_rise += 0.5 * gravity * inverse_square;
  };
  const auto row = static_cast<std::size_t>(j);
  const double dx = metrics.dx[row], dy = metrics.dy;
  const double south = row == 0 ? 0 : metrics.dx_north[row - 1];
  face_to(i - 1, j, 1 / (dx * dx));
  face_to(i + 1, j, 1 / (dx * dx));
  face_to(i, j - 1, south / (dx * dy * dy));
  face_to(i, j + 1, metrics.dx_north[row] / (dx * dy * dy));
  rate.squared += rate.per_rise * std::min(0., basin.depth_at(i, j));  // so high the land stands
  return rate;
}

double evening_rate(double dx, double dy, double viscosity) {
  return viscosity * (1 / (dx * dx) + 1 / (dy * dy));
}

double longest_evened(double dx, double dy, double viscosity) {
  if (viscosity == 0) return std::numeric_limits<double>::infinity();
  return 0.5 / evening_rate(dx, dy, viscosity);
}

namespace {

double least_dx(const Basin& basin, const SeaMetrics& metrics) {
  double least = std::numeric_limits<double>::infinity();
  for (int j = 0; j < basin.grid.ny; ++j)
    for (int i = 0; i < basin.grid.nx; ++i)
      if (basin.wet(i, j)) least = std::min(least, metrics.dx[static_cast<std::size_t>(j)]);
  return least;
}

}  // namespace

StepLimit step_limit(const Basin& basin, const SeaMetrics& metrics, double rise, double viscosity) {
  StepLimit limit;
  limit.dx = least_dx(basin, metrics);
  const double evened = viscosity > 0 ? evening_rate(limit.dx, metrics.dy, viscosity) : 0;
  double fastest = 0;
  for (int j = 0; j < basin.grid.ny; ++j)
    for (int i = 0; i < basin.grid.nx; ++i) {
      if (!basin.wet(i, j)) continue;
      const double rate = wave_rate(basin, metrics, i, j).at(rise);
      if (rate <= fastest) continue;
      fastest = rate;
      limit = {1 / (evened + std::hypot(evened, rate)), i, j, basin.depth_at(i, j), limit.dx};
    }
  return limit;
}

}  // namespace seafret
