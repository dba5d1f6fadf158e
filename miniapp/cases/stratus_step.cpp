// SPDX-License-Identifier: BSD-3-Clause
// What bounds a step of the stratus case.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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
double crossed(const StratusSettings& settings, double east, double north) {
  return std::abs(east) / settings.spacing[0] + std::abs(north) / settings.spacing[1];
}

/// On the level where these are most; the wind is as it is seen from the frame.
double crossed(const StratusSettings& settings, const Sounding& column) {
  double most = 0;
  for (std::size_t k = 0; k < column.u.size(); ++k)
    most = std::max(most, crossed(settings, column.u[k], column.v[k]));
  return most;
}

/// As many as may become of them: on each level the wind turns about the geostrophic one.
double crossed_later(const StratusSettings& settings, const Sounding& column,
                     const VerticalGrid& levels) {
  double most = crossed(settings, column);
  const auto* const coriolis = settings.components.of<Coriolis>();
  if (coriolis == nullptr || coriolis->parameter == 0) return most;
  for (std::size_t k = 0; k < column.u.size(); ++k) {
    const auto [east, north] = coriolis->wind_at(levels.z[k]);
    const double u = east - settings.first.frame[0], v = north - settings.first.frame[1];
    const double circle = std::hypot(column.u[k] - u, column.v[k] - v);
    most = std::max(most, crossed(settings, std::abs(u) + circle, std::abs(v) + circle));
  }
  return most;
}

}  // namespace

double StratusCase::time_step(double asked) const {
  const VerticalGrid levels = settings_.vertical_grid();
  const Sounding column = settings_.first.column(levels);
  const double crossing = crossed(settings_, column);
  const double thinnest = *std::min_element(levels.dz.begin(), levels.dz.end());
  const double taken = taken_by_components(levels);
  const double longest = time_until(0.5, crossing + taken), waves = fastest_waves(levels);
  const auto carried = [&](double by_wind) { return waves > 0 ? waves + by_wind : 0; };
  if (asked == 0) {
    const double convective = 2 * convective_speed(settings_);  // the fastest are so much faster
    const double later = crossed_later(settings_, column, levels) +
                         convective * (1 / settings_.spacing[0] + 1 / thinnest) +
                         known_flows().at(flow_name_).crossing(grid(), levels);
    // Scalars go forward over two steps: all that takes from a cell may not empty it within them.
    const double by_flow = 0.4 * left_in_leap() / (later + taken);
    return std::min(by_flow, longest_of_swing(carried(later), calm_turn()));
  }
  if (asked > longest)
    throw InputError(
        fmt::format("in two steps of {} s the wind at the start takes {:.2g} of what is in a cell, "
                    "and mixing, damping, sinking and drag of case.components {:.2g}; at most "
                    "{:.3g} s can be stable",
                    asked, 2 * asked * crossing, 2 * asked * taken, rounded_down(longest, 3)));
  if (const double swing = longest_of_swing(carried(crossing), 0.9); asked > swing)
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
  return std::min(time_until(0.5, taken_by_components(model_->levels())),
                  longest_of_swing(swing, calm_turn()));
}

double StratusCase::taken_by_components(const VerticalGrid& levels) const {
  const Sounding column = settings_.first.column(levels);
  return settings_.components.taken(
      {levels, settings_.spacing[0], settings_.spacing[1]},
      std::hypot(column.u[0] + settings_.first.frame[0], column.v[0] + settings_.first.frame[1]));
}

/// The longest step in which what swings so fast, 1/s, turns by a share of what leapfrog follows,
/// s.
double StratusCase::longest_of_swing(double frequency, double share) const {
  return time_until(share * Leapfrog::longest_turn(settings_.filter, settings_.williams),
                    frequency);
}

/// The share that lets no wave grow in a wind.  Where scalars are carried in the middle of a leap a
/// tenth is left for what one-sided faces make steeper than the sounding.  Where they go forward
/// over it, what the wind lifts at its middle has not been carried by the other half: waves then
/// grow by as much a step as they turn and are carried, unless the scheme's own diffusion outdoes
/// that (docs/stratus.md: 0.3 did, 0.45 did not).
double StratusCase::calm_turn() const {
  return advection_schemes().at(settings_.advection).promises.in_the_middle ? 0.9 : 0.3;
}

/// The largest buoyancy frequency of the air at the beginning, 1/s.
double StratusCase::fastest_waves(const VerticalGrid& levels) const {
  if (!settings_.components.has(Buoyancy::name)) return 0;
  return std::ranges::max(
      Buoyancy::waves(Buoyancy::of(sounding_.on(levels), settings_.reference.theta), levels));
}

}  // namespace seafret
