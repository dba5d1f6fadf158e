// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/layers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/coastal_levels.hpp"
#include "miniapp/cases/level_keys.hpp"
#include "miniapp/cases/sea_checks.hpp"
#include "miniapp/files/water_file.hpp"

namespace seafret {

std::string LayersCase::references() const { return known_waters().at(kind_).references; }

void LayersCase::describe(Keys& keys) {
  keys.block("case", "", [&] {
    keys.value("water", kind_, "what it does", {.choices = known_waters().names()});
  });
  keys.block("grid", "The sea: a rectangle, closed all round.", [&] {
    describe_grid(keys, options_);
    describe_levels(keys, settings_.levels, 1);
    const int least_levels = known_waters().at(kind_).least_levels;
    keys.rule(settings_.levels.count >= least_levels, "levels",
              fmt::format("must be at least {} for case.water: {}, whose layers pass each other",
                          least_levels, kind_));
  });
  keys.block("time", "", [&] { describe_substeps(keys, settings_.substeps); });
  keys.block("sea", "What moves it.", [&] {
    describe_moves(keys, options_);
    keys.value("temperature", options_.temperature,
               "at the surface, or of the colder of two waters",
               {.unit = "degrees C", .low = coldest_water, .high = warmest_water});
    keys.value("warmer_upwards", options_.warmer_upwards, "how the temperature grows with height",
               {.unit = "K/m", .low = 0, .high = 1000});
    keys.value("step", options_.step, "between two waters", {.unit = "K", .low = 0, .high = 1000});
    keys.value("period", options_.period, "of a tide", {.unit = "s", .low = 0, .high = 1e9});
    keys.value("density", settings_.state.reference_density, "of the water of reference",
               {.unit = "kg/m3", .low = 1, .high = 1e5});
    insist_on_kind(keys, options_, known_waters(), kind_, "case.water",
                   {"stress", "height", "extent", "warmer_upwards", "step", "period"});
  });
  keys.block("mixing", "How the water is mixed.", [&] {
    const Key vertical{.unit = "m2/s", .low = 0, .high = 1000};
    keys.value("viscosity", settings_.mixing.viscosity, "vertical", vertical);
    keys.value("diffusivity", settings_.mixing.diffusivity, "vertical", vertical);
    keys.value("lateral_viscosity", options_.lateral_viscosity, "of momentum, to the sides",
               {.unit = "m2/s", .low = 0, .high = strongest_lateral_viscosity});
  });
}

void LayersCase::load(InputFolder& /*inputs*/, const Communicator& comm) {
  water_ = known_waters().at(kind_).make(options_);
  basin_ =
      options_.rectangle.basin([this](double x, double y) { return water_->depth(x, y); }, comm);
  insist_on_water(options_.rectangle, options_.dry_depth,
                  [this](double x, double y) { return water_->depth(x, y) + water_->eta(x, y); });
  metrics_ = options_.rectangle.metrics(options_.coriolis, options_.beta);
  limit_ = step_limit(basin_, metrics_, known_waters().at(kind_).highest(options_));
  limit_.dt /= faster_led_on;
  steepest_edge_ = steepest_edge(basin_, 0, options_.dry_depth);
}

SeaStep LayersCase::sea_step() const {
  return {.substep = limit_.dt,
          .substeps = settings_.substeps,
          .evened = longest_evened(limit_.dx, metrics_.dy, options_.lateral_viscosity),
          .chosen = 0.9,
          .carried = longest_carried(limit_.dx, metrics_.dy, steepest_edge_),
          .turned = longest_turned(metrics_)};
}

double LayersCase::time_step(double asked) const {
  const SeaStep step = sea_step();
  if (asked == 0) {
    insist_on_waves(limit_.dt);
    return step.usual();
  }
  step.insist_on_rest(asked);
  if (asked <= step.longest()) return asked;
  throw too_long(asked, options_.depth, 0, step.longest());
}

ShelfSettings LayersCase::settings(double dt) const {
  ShelfSettings made = settings_;
  made.flow.drag = 0;
  made.flow.linear_drag = options_.linear_drag;
  made.flow.dry_depth = options_.dry_depth;
  made.lateral_viscosity = options_.lateral_viscosity;
  if (options_.stress != 0)
    made.flow.stress = [this](int i, int j) {
      return water_->stress(options_.rectangle.x(i + 0.5), options_.rectangle.y(j + 0.5));
    };
  made.dyes = 1;
  made.substeps = sea_step().substeps_in(dt);
  return made;
}

std::vector<FieldDescription> LayersCase::descriptions() const {
  return ShelfSea::descriptions(settings(0));
}

Held LayersCase::held(const Start& start) const {
  Held held = ShelfSea::held(start.domain.owned(), start.depth, settings(start.dt));
  held.grid = start.domain.grid().cells.size() * (sizeof(Cell) + sizeof(double));
  return held;
}

void LayersCase::begin(const Start& start) {
  domain_.emplace(start.domain);
  dt_ = start.dt;
  basin_ = handed_out(basin_, start.domain.grid().held(), domain_->comm);
  sea_ = std::make_unique<ShelfSea>(*domain_, ShelfSetup{.basin = basin_,
                                                         .metrics = metrics_,
                                                         .open = {},
                                                         .settings = settings(dt_),
                                                         .stepping = start});
  const Rectangle& r = options_.rectangle;
  const LocalSea& flat = sea_->flow().sea();
  for_each_point(flat.wet_cells, sea_->owned(), [&](int i, int j) {
    const double x = r.x(i + 0.5), y = r.y(j + 0.5);
    sea_->flow().now().eta(i, j) = std::max(water_->eta(x, y), -water_->depth(x, y));
  });
  sea_->refresh_halos();
  const WaterColumns water = sea_->water();
  for_each_point(flat.wet_cells, sea_->owned(), [&](int i, int j) {
    const WaterColumn column = water.at(i, j);
    for (int k = 0; k < sea_->levels().count(); ++k) {
      const double z = water.eta(i, j) + column.middle(sea_->levels(), k);
      sea_->tracer(0)(i, j, k) = water_->temperature(r.x(i + 0.5), r.y(j + 0.5), z);
      sea_->tracer(2)(i, j, k) = water_->dye(r.x(i + 0.5), r.y(j + 0.5));
    }
  });
  water_->begin(*domain_, *sea_);
  budget_.emplace(basin_, flat, std::vector<OpenCell>(), sea_->owned(), sea_->flow().now().eta);
  bounds_.emplace(*sea_, domain_->comm);
  volume_.emplace(basin_, sea_->flow());
  dry_watch_.emplace(basin_, sea_->owned(), options_.dry_depth, sea_->settings().substeps);
  sea_->flow().watch([this](const Box& where, const FlowView<const double>& moved) {
    dry_watch_->note(sea_->flow().steps() + 1, where, moved.eta);
  });
}

void LayersCase::step() {
  sea_->step();
  water_->watch(*domain_, *sea_, static_cast<double>(sea_->steps()) * dt_);
}

void LayersCase::look() {
  dry_watch_->insist_on_water(domain_->comm);
  pulse_ = {"|u|", fastest_current(*sea_, *domain_).value, "m/s"};
  bounds_->look(*sea_, domain_->comm);
}

Axes LayersCase::axes() const {
  Axes axes = options_.rectangle.axes();
  axes.z = level_axis(*sea_);
  return axes;
}

std::vector<OutputField> LayersCase::fields() const {
  const FlowView<const double> flow = std::as_const(*sea_).flow().now();
  const std::vector<FieldDescription> carried = sea_->descriptions(sea_->settings());
  std::vector<OutputField> all{
      {carried[0], flow.eta}, {carried[1], flow.u}, {carried[2], flow.v}, depth_field(basin_)};
  for (OutputField& field : level_fields(*sea_)) all.push_back(std::move(field));
  return all;
}

std::int64_t LayersCase::cells() const { return grid().box().area() * sea_->levels().count(); }

std::vector<Check> LayersCase::checks() {
  std::vector<Check> all = checks_of_closed_sea(*budget_, sea_->flow(), basin_, domain_->comm);
  all.push_back(bounds_check(*bounds_, *sea_, domain_->comm));
  return all;
}

std::vector<std::string> LayersCase::remarks() {
  return remarks_on_held_back(*sea_, dt_, domain_->comm);
}

std::vector<Measure> LayersCase::measures() {
  std::vector<Measure> found =
      water_->measures(*domain_, *sea_, static_cast<double>(sea_->steps()) * dt_);
  found.push_back(volume_->change(sea_->flow(), domain_->comm));
  return found;
}

}  // namespace seafret
