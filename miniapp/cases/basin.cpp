// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/basin.hpp"

#include <algorithm>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/coastal_levels.hpp"
#include "miniapp/cases/level_keys.hpp"
#include "miniapp/cases/sea_checks.hpp"
#include "miniapp/cases/sea_step.hpp"

namespace seafret {

std::string BasinCase::references() const { return known_seas().at(kind_).references; }

void BasinCase::describe(Keys& keys) {
  keys.block("case", "",
             [&] { keys.value("sea", kind_, "what it does", {.choices = known_seas().names()}); });
  keys.block("grid", "The sea: a rectangle, closed all round.",
             [&] { describe_grid(keys, options_); });
  keys.block("sea", "What moves it.", [&] {
    describe_moves(keys, options_);
    keys.value("viscosity", options_.viscosity, "lateral",
               {.unit = "m2/s", .low = 0, .high = strongest_lateral_viscosity});
    keys.value("advection", options_.advection, "whether currents carry momentum");
    insist_on_kind(keys, options_, known_seas(), kind_, "case.sea", {"stress", "height", "extent"});
  });
}

void BasinCase::load(InputFolder& /*inputs*/, const Communicator& comm) {
  if (options_.rectangle.points == std::array{1, 1})
    throw KeyError("grid.points", "are 1x1: in a sea of one cell no water can go anywhere");
  sea_ = known_seas().at(kind_).make(options_);
  basin_ = options_.rectangle.basin([this](double x, double y) { return sea_->depth(x, y); }, comm);
  insist_on_water(options_.rectangle, options_.dry_depth,
                  [this](double x, double y) { return sea_->depth(x, y) + sea_->at(x, y, 0).eta; });
  metrics_ = options_.rectangle.metrics(options_.coriolis, options_.beta);
  const double highest = std::max(known_seas().at(kind_).highest(options_), sea_->highest());
  limit_ = step_limit(basin_, metrics_, highest, options_.viscosity);
}

double BasinCase::time_step(double asked) const {
  if (asked > 0 && asked <= limit_.dt) return asked;
  const double safe = settings().in_full() ? share_in_full : 0.9;
  if (asked > 0) throw too_long(asked, options_.depth, options_.viscosity, limit_.dt);
  return safe * limit_.dt;
}

std::vector<FieldDescription> BasinCase::descriptions() const {
  return DepthMeanFlow::descriptions(Halo::all(settings().reach()));
}

FlowSettings BasinCase::settings() const {
  FlowSettings made{{.drag = 0,
                     .linear_drag = options_.linear_drag,
                     .viscosity = options_.viscosity,
                     .advection = options_.advection,
                     .dry_depth = options_.dry_depth}};
  if (options_.stress != 0)
    made.stress = [this](int i, int j) {
      return sea_->stress(options_.rectangle.x(i + 0.5), options_.rectangle.y(j + 0.5));
    };
  return made;
}

Held BasinCase::held(const Start& start) const {
  Held held = DepthMeanFlow::held(start.domain.owned(), start.depth, settings());
  held.work += WaveCourant::bytes(basin_.grid, start.domain.owned());
  held.grid = start.domain.grid().cells.size() * (sizeof(Cell) + sizeof(double));
  return held;
}

/// A step begins with V from the surface and ends with U from the new one: V belongs to half a step
/// before the surface, U to half a step after it. In full both belong to half a step after it.
void BasinCase::begin(const Start& start) {
  domain_.emplace(start.domain);
  dt_ = start.dt;
  basin_ = handed_out(basin_, start.domain.grid().held(), domain_->comm);
  flow_ = std::make_unique<DepthMeanFlow>(*domain_, FlowSetup{.basin = basin_,
                                                              .metrics = metrics_,
                                                              .open = {},
                                                              .settings = settings(),
                                                              .stepping = start});
  const FlowView<double> flow = flow_->now();
  const LocalSea& sea = flow_->sea();
  const Rectangle& r = options_.rectangle;
  const double v_time = settings().in_full() ? 0.5 * dt_ : -0.5 * dt_;
  const auto height = [&](double x, double y, double eta) {
    return std::max(0., sea_->depth(x, y) + eta);
  };
  for_each_point(sea.wet_cells, flow_->owned(), [&](int i, int j) {
    const double x = r.x(i + 0.5), y = r.y(j + 0.5);
    flow.eta(i, j) = std::max(sea_->at(x, y, 0).eta, -sea_->depth(x, y));
  });
  for_each_point(sea.east_faces, flow_->owned(), [&](int i, int j) {
    const double x = r.x(i + 1), y = r.y(j + 0.5);
    const KnownSea::State at = sea_->at(x, y, 0.5 * dt_);
    flow.u(i, j) = at.u * height(x, y, at.eta);
  });
  for_each_point(sea.north_faces, flow_->owned(), [&](int i, int j) {
    const double x = r.x(i + 0.5), y = r.y(j + 1);
    const KnownSea::State at = sea_->at(x, y, v_time);
    flow.v(i, j) = at.v * height(x, y, at.eta);
  });
  budget_.emplace(basin_, sea, std::vector<OpenCell>(), flow_->owned(), flow_->now().eta);
  volume_.emplace(basin_, *flow_);
  waves_.emplace(basin_, metrics_, *flow_,
                 evening_rate(limit_.dx, metrics_.dy, options_.viscosity));
  dry_watch_.emplace(basin_, flow_->owned(), options_.dry_depth);
  flow_->watch([this](const Box& where, const FlowView<const double>& moved) {
    dry_watch_->note(flow_->steps() + 1, where, moved.eta);
  });
}

void BasinCase::step() { flow_->step(); }

void BasinCase::look() {
  dry_watch_->insist_on_water(domain_->comm);
  pulse_ = {"|u|", flow_extremes(*flow_, basin_, domain_->comm).fastest.value, "m/s"};
}

std::vector<OutputField> BasinCase::fields() const {
  const FlowView<const double> flow = std::as_const(*flow_).now();
  const std::vector<FieldDescription> carried = DepthMeanFlow::descriptions(Halo::all(1));
  return {{carried[0], flow.eta}, {carried[1], flow.u}, {carried[2], flow.v}, depth_field(basin_)};
}

Courant BasinCase::courant() const { return waves_->number(*flow_); }

std::int64_t BasinCase::cells() const { return grid().box().area(); }

std::vector<Check> BasinCase::checks() {
  return checks_of_closed_sea(*budget_, *flow_, basin_, domain_->comm);
}

std::vector<Measure> BasinCase::measures() {
  std::vector<Measure> found = sea_->measures(*domain_, *flow_, now());
  found.push_back(volume_->change(*flow_, domain_->comm));
  return found;
}

}  // namespace seafret
