// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/stratus.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/axes.hpp"

namespace seafret {

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
                  .noise = settings_.first.noise,
                  .wind_key = sounding_.u.empty() ? "case.wind" : "sounding.u"});
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
Courant StratusCase::courant_of_all() const {
  return courant_of(model_->viscosities(), {.longest_turn = longest_turn()});
}

Swings StratusCase::swings() const { return {model_->waves(), longest_turn()}; }

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
  std::vector<std::string> lines;
  if (cloud.vapour_path == 0 && cloud.liquid_path == 0)
    lines.emplace_back("no water in the air");
  else
    lines = {fmt::format("water vapour path {:.3f} kg/m2", cloud.vapour_path),
             // Rounding leaves a little less than none where there is none.
             fmt::format("liquid water path {:.2f} g/m2", 1e3 * std::max(0., cloud.liquid_path)),
             cloud.cover > 0 ? fmt::format("cloud from {:.0f} to {:.0f} m in the mean of its "
                                           "columns, cover {:.3f}",
                                           cloud.base, cloud.top, cloud.cover)
                             : "no cloud"};
  lines.push_back(fmt::format("largest |w| {:.3f} m/s", largest_size(*domain_, now[stratus::w])));
  lines.push_back(fmt::format("pressure solver: {:.1f} iterations a step",
                              static_cast<double>(model_->continuity().iterations) /
                                  static_cast<double>(std::max<std::int64_t>(1, steps_))));
  return lines;
}

}  // namespace seafret
