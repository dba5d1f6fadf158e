// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/sea_metrics.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace seafret {

SeaMetrics on_sphere(const std::vector<double>& latitude, double dlon, double dlat) {
  constexpr double earth_radius = 6371e3;         // m
  constexpr double earth_rotation = 7.292115e-5;  // s-1
  constexpr double degree = std::numbers::pi / 180;
  SeaMetrics m{.dy = earth_radius * dlat * degree, .dx = {}, .dx_north = {}, .coriolis = {}};
  for (const double phi : latitude) {
    m.dx.push_back(earth_radius * dlon * degree * std::cos(phi * degree));
    m.dx_north.push_back(earth_radius * dlon * degree * std::cos((phi + dlat / 2) * degree));
    m.coriolis.push_back(2 * earth_rotation * std::sin(phi * degree));
  }
  return m;
}

}  // namespace seafret
