// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/stratus.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/axes.hpp"
#include "physics/atmosphere/constants.hpp"

namespace seafret {
namespace {

/// How long it takes until a share is reached, s.
double time_until(double share, double per_second) {
  return per_second > 0 ? share / per_second : std::numeric_limits<double>::infinity();
}

}  // namespace

double StratusCase::time_step(double asked) const {
  const auto [east, north] = settings_.first.seen_wind();
  const double crossing =
      std::abs(east) / settings_.spacing[0] + std::abs(north) / settings_.spacing[1];
  const KnownFlowKind& flow = known_flows().at(flow_name_);
  const VerticalGrid levels = settings_.vertical_grid();
  const double thinnest = *std::min_element(levels.dz.begin(), levels.dz.end());
  const double taken = taken_by_components(levels);
  const double longest = time_until(0.5, crossing + taken), swing = longest_swing(levels);
  if (asked == 0) {
    const double to_come = flow.along / settings_.spacing[0] + flow.up / thinnest;
    // Scalars go forward over two steps: all that takes from a cell may not empty it within them.
    return std::min(0.4 * left_in_leap() / (crossing + to_come + taken), swing);
  }
  if (asked > longest)
    throw InputError(
        fmt::format("in two steps of {} s the wind at the start takes {:.2g} of what is in a cell, "
                    "and mixing, damping, sinking and drag of case.components {:.2g}; at most "
                    "{:.3g} s can be stable",
                    asked, 2 * asked * crossing, 2 * asked * taken, longest));
  if (asked > swing)
    throw InputError(
        fmt::format("waves in the steepest rise of the sounding's virtual theta swing with {:.2g} "
                    "1/s, too fast "
                    "for {} s; at most {:.3g} s can be stable",
                    fastest_waves(levels), asked, swing));
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
  const VerticalGrid levels = settings_.vertical_grid();
  return std::min(time_until(0.5, taken_by_components(levels)), longest_swing(levels));
}

double StratusCase::taken_by_components(const VerticalGrid& levels) const {
  const auto [east, north] = settings_.first.wind;
  return settings_.components.taken({levels, settings_.spacing[0], settings_.spacing[1]},
                                    std::hypot(east, north));
}

/// The longest step in which leapfrog follows the waves of the air, s.  A tenth is left for what a
/// scheme's one-sided faces make steeper than the sounding.
double StratusCase::longest_swing(const VerticalGrid& levels) const {
  return time_until(0.9 * Leapfrog::longest_turn(settings_.filter, settings_.williams),
                    fastest_waves(levels));
}

/// The largest buoyancy frequency of the air at the beginning, 1/s.
double StratusCase::fastest_waves(const VerticalGrid& levels) const {
  if (!settings_.components.has(Buoyancy::name)) return 0;
  const std::vector<double> lift = Buoyancy::of(sounding_.on(levels), settings_.reference.theta);
  double steepest = 0;
  for (std::size_t k = 0; k + 1 < lift.size(); ++k)
    steepest = std::max(steepest, (lift[k + 1] - lift[k]) / levels.dz_half[k]);
  return std::sqrt(air::gravity * steepest);
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
  settings_.first.sounding = [this](const VerticalGrid& levels) { return sounding_.on(levels); };
  if (const auto make = known_flows().at(flow_name_).make) {
    levels_ = settings_.vertical_grid();
    flow_ = make({.grid = grid(),
                  .levels = levels_,
                  .reference = settings_.reference,
                  .sounding = sounding_.on(levels_),
                  .components = settings_.components,
                  .wind = settings_.first.seen_wind(),
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
Courant StratusCase::courant_of_all() const {
  if (steps_ == 0) return courant();  // the first step finds them
  return courant_with(model_->viscosities());
}

Courant StratusCase::courant_with(std::span<const FieldView<double>> viscosities) const {
  const auto [number, i, j, k] =
      fastest(domain_->owned(), model_->mesh(), model_->now().wind(), viscosities, time_.dt());
  return {.number = number, .limit = 1, .i = i, .j = j, .k = k};
}

std::vector<HaloOptions> StratusCase::ways_of_swapping(const HaloOptions& halo) const {
  return {halo, settings_.pressure.halo(halo)};
}

std::vector<std::string> StratusCase::remarks() {
  const auto& now = model_->now().fields;
  const Cloud cloud =
      observe_cloud(*domain_, model_->levels(), now[stratus::vapour], now[stratus::liquid]);
  return {fmt::format("water vapour path {:.3f} kg/m2", cloud.vapour_path),
          fmt::format("liquid water path {:.2f} g/m2", 1e3 * cloud.liquid_path),
          cloud.cover > 0 ? fmt::format("cloud from {:.0f} to {:.0f} m, cover {:.3f}", cloud.base,
                                        cloud.top, cloud.cover)
                          : "no cloud",
          fmt::format("largest |w| {:.3f} m/s", largest_size(*domain_, now[stratus::w])),
          fmt::format("pressure solver: {:.1f} iterations a step",
                      static_cast<double>(model_->continuity().iterations) /
                          static_cast<double>(std::max<std::int64_t>(1, steps_)))};
}

}  // namespace seafret
