// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/stratus.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/axes.hpp"
#include "miniapp/cases/rounded_down.hpp"
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
  const KnownFlowKind& flow = known_flows().at(flow_name_);
  const double thinnest = *std::min_element(levels.dz.begin(), levels.dz.end());
  const double taken = taken_by_components(levels);
  const double longest = time_until(0.5, crossing + taken), waves = fastest_waves(levels);
  const auto carried = [&](double by_wind) { return waves > 0 ? waves + by_wind : 0; };
  if (asked == 0) {
    const double convective = 2 * convective_speed(settings_);  // the fastest are so much faster
    const double later = crossed_later(settings_, column, levels) +
                         (flow.along + convective) / settings_.spacing[0] +
                         (flow.up + convective) / thinnest +
                         (flow.crossing ? flow.crossing(grid(), levels) : 0);
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

std::string StratusCase::references() const {
  const KnownFlowKind& flow = known_flows().at(flow_name_);
  const bool is_published = flow.make != nullptr || sounding_ == SoundingKnots();
  return is_published ? flow.references : "";
}

std::string StratusCase::frame() const {
  const auto [east, north] = settings_.first.frame;
  if (east == 0 && north == 0) return "";
  return fmt::format(
      "winds and x, y are those of a frame that moves over the ground with ({:g}, {:g}) m s-1",
      east, north);
}

std::vector<FieldDescription> StratusCase::descriptions() const {
  return describe_stratus(settings_.q_fields, settings_.points[2], Stratus::reach);
}

Held StratusCase::held(const Start& start) const {
  return Stratus::held(start.domain, settings_, start.depth);
}

void StratusCase::begin(const Start& start) {
  if (start.depth != 0 && start.depth < Stratus::reach)
    throw KeyError("halo.depth", fmt::format("is {}: the stratus case needs a halo of at least {}",
                                             start.depth, Stratus::reach));
  domain_.emplace(start.domain);
  time_ = ModelTime(start.dt);
  if (const auto make = known_flows().at(flow_name_).make) {
    levels_ = settings_.vertical_grid();
    flow_ = make({.grid = grid(),
                  .levels = levels_,
                  .reference = settings_.reference,
                  .sounding = settings_.first.column(levels_),
                  .components = settings_.components,
                  .frame = settings_.first.frame,
                  .noise = settings_.first.noise});
    settings_.first.disturbance = [this](std::size_t field, int i, int j, int k) {
      return flow_->disturbance(field, i, j, k);
    };
  }
  model_ = std::make_unique<Stratus>(*domain_, settings_, start);
  if (start.profiles || (flow_ && flow_->wants_profiles()))
    profiles_ = std::make_unique<Profiles>(*domain_, *model_, inversion_water_);
  const Fields q = kept(model_->now());
  first_masses_ = masses(*domain_, model_->levels(), q);
  first_ranges_ = ranges(*domain_, q);
}

void StratusCase::set_time_step(double dt) {
  time_.set_dt(dt);
  model_->set_time_step(dt);
}

void StratusCase::step() {
  model_->step();
  time_.advance();
  ++steps_;
  if (flow_) flow_->follow(*domain_, *model_, profiles_.get(), time_.now());
}

std::vector<Measure> StratusCase::measures() {
  std::vector<Measure> all;
  if (flow_) all = flow_->measures(*domain_, *model_, time_.now());
  if (model_->ledger()) add_budgets(all);
  return all;
}

Axes StratusCase::axes() const { return axes_over(grid(), settings_.vertical_grid()); }

std::vector<OutputField> StratusCase::fields() const {
  std::vector<OutputField> all;
  const auto& descriptions = model_->descriptions();
  for (std::size_t n = 0; n + 1 < descriptions.size(); ++n)
    all.push_back({descriptions[n], model_->now().fields[n]});
  all.push_back({descriptions.back(), model_->pressure()});
  return all;
}

/// Cloud where there may be any, in a flow of which the answer is known what its air carries.
std::vector<Picture> StratusCase::pictures() const {
  return {{"w"}, {flow_ ? "theta" : "qc", Picture::View::section}};
}

void StratusCase::look() {
  pulse_ = {"|w|", largest_size(*domain_, model_->now().fields[stratus::w]), "m/s"};
  find_extrema();
}

std::vector<OutputField> StratusCase::profiles() const {
  std::vector<OutputField> all;
  if (!profiles_) return all;
  for (const Profiles::Profile& one : profiles_->all())
    all.push_back({.description = one.description,
                   .values = {one.values.data(), Box{0, 1, 0, 1}, one.description.levels},
                   .over_area = one.over_area});
  return all;
}

void StratusCase::measure_profiles() {
  profiles_->measure(*model_, time_.now());
  profiles_->tell_entrainment();
}

/// What Smagorinsky's viscosity mixes has a cap of its own, half a cell (Subgrid): beside a wind
/// that takes less than all, the FIRE night passes 1 with it for minutes, and nothing comes of it.
/// A constant one has none.
Courant StratusCase::courant() const {
  const auto* const subgrid = settings_.components.of<Subgrid>();
  const bool has_cap = subgrid != nullptr && subgrid->most_found() > 0;
  return has_cap ? courant_of({}, swings()) : courant_of(model_->viscosities(), swings());
}

/// Waves are kept to longest_step(), not to a share of it.
Courant StratusCase::courant_of_all() const { return courant_of(model_->viscosities(), {}); }

Swings StratusCase::swings() const {
  return {model_->waves(), Leapfrog::longest_turn(settings_.filter, settings_.williams)};
}

Fastest StratusCase::fastest_of(std::span<const FieldView<double>> viscosities,
                                const Swings& swings) const {
  return fastest(domain_->owned(), model_->mesh(), model_->now().wind(), viscosities, swings,
                 time_.dt());
}

Courant StratusCase::courant_of(std::span<const FieldView<double>> viscosities,
                                const Swings& swings) const {
  const Fastest cell = fastest_of(viscosities, swings);
  return {.number = cell.courant,
          .limit = 1,
          .i = cell.i,
          .j = cell.j,
          .k = cell.k,
          .of = cell.waves ? "of waves and wind " : ""};
}

std::vector<HaloOptions> StratusCase::ways_of_swapping(const HaloOptions& halo) const {
  return {halo, settings_.pressure.halo(halo)};
}

std::vector<std::string> StratusCase::remarks() {
  const auto& now = model_->now().fields;
  const Cloud cloud =
      observe_cloud(*domain_, model_->levels(), now[stratus::vapour], now[stratus::liquid]);
  return {fmt::format("water vapour path {:.3f} kg/m2", cloud.vapour_path),
          // Rounding leaves a little less than none where there is none.
          fmt::format("liquid water path {:.2f} g/m2", 1e3 * std::max(0., cloud.liquid_path)),
          cloud.cover > 0 ? fmt::format("cloud from {:.0f} to {:.0f} m in the mean of its "
                                        "columns, cover {:.3f}",
                                        cloud.base, cloud.top, cloud.cover)
                          : "no cloud",
          fmt::format("largest |w| {:.3f} m/s", largest_size(*domain_, now[stratus::w])),
          fmt::format("pressure solver: {:.1f} iterations a step",
                      static_cast<double>(model_->continuity().iterations) /
                          static_cast<double>(std::max<std::int64_t>(1, steps_)))};
}

}  // namespace seafret
