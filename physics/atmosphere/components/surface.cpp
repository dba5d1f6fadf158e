// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/surface.hpp"

#include <algorithm>
#include <cmath>

#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/saturation.hpp"
#include "physics/columns.hpp"

namespace seafret {

double Surface::Options::drag(const VerticalGrid& levels) const {
  return std::pow(air::von_karman / std::log(levels.z[0] / roughness), 2);
}

double Surface::Options::saturated(double pressure) const {
  return saturation(temperature, pressure);
}

double Surface::Options::taken(const Mesh& mesh, double speed) const {
  const double cd = drag(mesh.levels);
  // A friction velocity that is given holds weak winds back most.
  return std::max(held_back(cd, 0), held_back(cd, speed)) / mesh.levels.dz[0];
}

Work Surface::work(const Options& /*options*/, const VerticalGrid& levels) {
  return {.bytes = 4. * 3 * 8 / levels.levels(), .flops = 57. / levels.levels()};
}

Surface::Surface(const Options& options, const ComponentSetup& setup)
    : options_(options),
      frame_(setup.frame),
      drag_(options.drag(setup.mesh.levels)),
      theta_(options.temperature /
                 std::pow(setup.reference.ground_pressure / air::reference_pressure,
                          air::gas_constant / air::heat_capacity) -
             setup.reference.theta),
      humidity_(options.humidity.value_or(options.saturated(setup.reference.ground_pressure))),
      per_dz_(1 / setup.mesh.levels.dz[0]) {}

std::array<double, 2> Surface::lowest(const Wind& wind, int i, int j) const {
  return {0.5 * (wind.u(i - 1, j) + wind.u(i, j)) + frame_[0],
          0.5 * (wind.v(i, j - 1) + wind.v(i, j)) + frame_[1]};
}

double Surface::drag(const std::array<double, 2>& lowest) const {
  const auto [u, v] = lowest;
  return options_.held_back(drag_, std::sqrt(u * u + v * v));
}

Surface::Flux Surface::flux(const TimeLevel& air, int i, int j, double drag) const {
  if (options_.fluxes == Fluxes::given) return {options_.heat, options_.water};
  return {drag * (theta_ - air.fields[stratus::theta](i, j, 0)),
          drag * (humidity_ - air.fields[stratus::vapour](i, j, 0))};
}

Surface::Flux Surface::flux(const TimeLevel& air, int i, int j) const {
  const std::array<double, 2> wind = lowest(air.wind(), i, j);
  const double here = drag(wind);
  Flux all = flux(air, i, j, here);
  all.x = here * wind[0];
  all.y = here * wind[1];
  return all;
}

void Surface::add(const Box& where, const Moment& moment, Fields tendencies) const {
  using namespace stratus;
  const Wind wind = moment.past.wind();
  const auto drag_in = [&](int i, int j) { return drag(lowest(wind, i, j)); };
  for_each_column(where, [&](int i, int j) {
    const double here = drag_in(i, j);
    const double at_u = 0.5 * (here + drag_in(i + 1, j));
    const double at_v = 0.5 * (here + drag_in(i, j + 1));
    const Flux from_sea = flux(moment.past, i, j, here);
    tendencies[u](i, j, 0) -= at_u * (wind.u(i, j) + frame_[0]) * per_dz_;
    tendencies[v](i, j, 0) -= at_v * (wind.v(i, j) + frame_[1]) * per_dz_;
    tendencies[theta](i, j, 0) += from_sea.heat * per_dz_;
    tendencies[vapour](i, j, 0) += from_sea.water * per_dz_;
  });
}

}  // namespace seafret
