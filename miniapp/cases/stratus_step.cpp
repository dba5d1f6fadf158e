// SPDX-License-Identifier: BSD-3-Clause
// What bounds a step of the stratus case.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/rounded_down.hpp"
#include "miniapp/cases/stratus.hpp"
#include "physics/atmosphere/constants.hpp"

namespace seafret {
namespace {

/// How long it takes until a share is reached, s.
double time_until(double share, double per_second) {
  return per_second > 0 ? share / per_second : std::numeric_limits<double>::infinity();
}

/// Of the updraughts of a layer as high as the box that given fluxes heat from below, m/s
/// (Deardorff 1970, Journal of the Atmospheric Sciences 27, 1211-1213): (g F z)^(1/3).
double convective_speed(const StratusSettings& settings) {
  const auto* const surface = settings.components.of<Surface>();
  if (surface == nullptr || surface->fluxes != Surface::Fluxes::given) return 0;
  const double lifted =
      surface->heat / settings.reference.theta + air::virtual_factor * surface->water;
  return std::cbrt(air::gravity * std::max(0., lifted) * settings.levels.top);
}

/// How many columns a wind of so many m/s along x and y crosses in a second.
double crossed(const Mesh& mesh, double east, double north) {
  return std::abs(east) / mesh.dx + std::abs(north) / mesh.dy;
}

/// On the level where these are most; the wind is as it is seen from the frame.
double crossed(const Mesh& mesh, const Sounding& column) {
  double most = 0;
  for (std::size_t k = 0; k < column.u.size(); ++k)
    most = std::max(most, crossed(mesh, column.u[k], column.v[k]));
  return most;
}

/// A wind that turns about the geostrophic one.
struct Circle {
  std::array<double, 2> centre;  ///< over the ground, m/s
  double radius;
};
/// In which the wind of a level may turn; none where nothing turns it.
std::optional<Circle> circle(const StratusSettings& settings, const Sounding& column,
                             const VerticalGrid& levels, std::size_t k) {
  const auto* const coriolis = settings.components.of<Coriolis>();
  if (coriolis == nullptr || coriolis->parameter == 0) return {};
  const auto centre = coriolis->wind_at(levels.z[k]);
  const auto& frame = settings.first.frame;
  return Circle{centre, std::hypot(column.u[k] - (centre[0] - frame[0]),
                                   column.v[k] - (centre[1] - frame[1]))};
}

/// As many as may become of them.
double crossed_later(const StratusSettings& settings, const Mesh& mesh, const Sounding& column) {
  double most = crossed(mesh, column);
  const auto& frame = settings.first.frame;
  for (std::size_t k = 0; k < column.u.size(); ++k)
    if (const auto wind = circle(settings, column, mesh.levels, k))
      most = std::max(most, crossed(mesh, std::abs(wind->centre[0] - frame[0]) + wind->radius,
                                    std::abs(wind->centre[1] - frame[1]) + wind->radius));
  return most;
}

/// Of the first wind over the ground in the lowest level, m/s,
double speed_at_ground(const StratusSettings& settings, const Sounding& column) {
  const auto& frame = settings.first.frame;
  return std::hypot(column.u[0] + frame[0], column.v[0] + frame[1]);
}
/// and what may become of it.
double speed_at_ground_later(const StratusSettings& settings, const Sounding& column,
                             const VerticalGrid& levels) {
  if (const auto wind = circle(settings, column, levels, 0))
    return std::hypot(wind->centre[0], wind->centre[1]) + wind->radius;
  return speed_at_ground(settings, column);
}

}  // namespace

double StratusCase::time_step(double asked) const {
  const VerticalGrid levels = settings_.vertical_grid();
  const Mesh mesh = mesh_of(levels, settings_.grid());
  const Sounding column = settings_.first.column(levels);
  const double crossing = crossed(mesh, column);
  const double thinnest = *std::min_element(levels.dz.begin(), levels.dz.end());
  const double taken = settings_.components.taken(mesh, speed_at_ground(settings_, column));
  const double longest = time_until(0.5, crossing + taken), waves = fastest_waves(levels);
  const auto carried = [&](double by_wind) { return waves > 0 ? waves + by_wind : 0; };
  if (asked == 0) {
    const double convective = 2 * convective_speed(settings_);  // the fastest are so much faster
    const double later = crossed_later(settings_, mesh, column) +
                         convective * (1 / mesh.dx + 1 / mesh.dy + 1 / thinnest) +
                         known_flows().at(flow_name_).crossing(grid(), levels);
    const double taken_later =
        settings_.components.taken(mesh, speed_at_ground_later(settings_, column, levels));
    // Scalars go forward over two steps: all that takes from a cell may not empty it within them.
    const double by_flow = 0.4 * left_in_leap() / (later + taken_later);
    return std::min(by_flow, time_until(calm_turn(), carried(later)));
  }
  if (asked > longest)
    throw InputError(
        fmt::format("in two steps of {} s the wind at the start takes {:.2g} of what is in a cell, "
                    "and mixing, damping, sinking and drag of case.components {:.2g}; at most "
                    "{:.3g} s can be stable",
                    asked, 2 * asked * crossing, 2 * asked * taken, rounded_down(longest, 3)));
  if (const double swing = time_until(0.9 * longest_turn(), carried(crossing)); asked > swing)
    throw InputError(
        fmt::format("waves in the steepest rise of the sounding's virtual theta swing with {:.2g} "
                    "1/s, and the wind at the start carries them across {:.2g} cells a second, too "
                    "fast for {} s; at most {:.3g} s can be stable",
                    waves, crossing, asked, rounded_down(swing, 3)));
  return asked;
}

/// How much of a cell's mass may leave it in a leap for the scheme to make no new extrema; 0 where
/// it does not promise that at all.
double StratusCase::monotone_outflow() const {
  return advection_schemes().at(settings_.advection).promises.monotone_outflow;
}

/// How much of that is left for what is known at the beginning: what turbulence mixes is not.
double StratusCase::left_in_leap() const {
  const auto* const subgrid = settings_.components.of<Subgrid>();
  const double promised = monotone_outflow(),
               mixed = subgrid != nullptr ? subgrid->most_found() : 0;
  if (promised > mixed) return promised - mixed;
  return promised > 0 ? promised : 1;
}

double StratusCase::longest_step() const {
  const double swing = fastest_of({}, swings()).swing;
  const Wind wind = model_->now().wind();
  const auto& frame = settings_.first.frame;
  double speed = 0;  // over the ground, in the lowest level
  const Box& owned = domain_->owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i)
      speed = std::max(speed, std::hypot(wind.u(i, j, 0) + frame[0], wind.v(i, j, 0) + frame[1]));
  return std::min(time_until(0.5, settings_.components.taken(model_->mesh(), speed)),
                  time_until(calm_turn(), swing));
}

/// How far a step may turn what swings for no wave to grow in a wind.  Where scalars are carried in
/// the middle of a leap a tenth is left for what one-sided faces make steeper than the sounding.
/// Where they go forward over it, what the wind lifts at its middle has not been carried by the
/// other half: waves then grow by as much a step as they turn and are carried, unless the scheme's
/// own diffusion outdoes that (docs/stratus.md: 0.3 did, 0.45 did not).
double StratusCase::calm_turn() const {
  const double share =
      advection_schemes().at(settings_.advection).promises.in_the_middle ? 0.9 : 0.3;
  return share * Leapfrog::longest_turn(settings_.filter, settings_.williams, 1e-5);
}

/// The largest buoyancy frequency of the air at the beginning, 1/s.
double StratusCase::fastest_waves(const VerticalGrid& levels) const {
  if (!settings_.components.has(Buoyancy::name)) return 0;
  return std::ranges::max(
      Buoyancy::waves(Buoyancy::of(sounding_.on(levels), settings_.reference.theta), levels));
}

}  // namespace seafret
