// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/coastal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "decomposition/base/worse.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/coastal_levels.hpp"
#include "miniapp/cases/sea_checks.hpp"
#include "miniapp/files/mask_file.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {
namespace {

/// The time step must be stable when the sea stands so high over its rest, m: more than the highest
/// tides of the shelf seas do, in the Severn and in Fundy.
constexpr double highest_tide = 10;

/// Deeper cells, m, keep water at the lowest tide: they need not be looked at in every step. One in
/// ten of the shelf is shallower.  What a wind may empty, or waves that come in, nobody knows.
double deepest_to_fall_dry(const FlowSettings& flow) {
  if (flow.stress || flow.wind || flow.boundary.kind == BoundaryKind::flather)
    return std::numeric_limits<double>::infinity();
  double tide = 0;
  for (const TidalForcing& forcing : flow.tide.forcings()) {
    double largest = 0;
    for (const std::complex<double>& knot : forcing.elevation)
      largest = std::max(largest, std::abs(knot));
    tide += largest;
  }
  return 1.5 * std::max(highest_tide, tide) - std::min(0., flow.level);
}

std::int64_t steps_of(std::int64_t tides, double dt) {
  return std::max(1LL, std::llround(static_cast<double>(tides) * m2_period / dt));
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) letter = static_cast<char>(std::tolower(letter));
  return lower;
}

std::vector<double> shifted(std::vector<double> values, double by) {
  for (double& value : values) value += by;
  return values;
}

struct Shallowest {
  int i = 0, j = 0;
  double depth = std::numeric_limits<double>::infinity();
};
Shallowest shallowest_of(const std::vector<OpenCell>& cells, const Basin& basin) {
  Shallowest found;
  for (const OpenCell& c : cells)
    if (const double depth = basin.depth_at(c.i, c.j); depth < found.depth)
      found = {c.i, c.j, depth};
  return found;
}

/// Of a whole sea, which one rank alone has.
struct Extremes {
  StepLimit limit;
  double least_depth, edge;
  Shallowest open;
};

/// A cell whose surface is prescribed keeps water from the first step on.
void refuse_bare_open_cell(const Shallowest& open, const FlowSettings& flow) {
  if (flow.boundary.kind != BoundaryKind::clamped || open.depth + flow.level > 0) return;
  throw KeyError(open.depth > 0 ? "flow.level" : "grid.mask",
                 fmt::format("is refused: the bottom of the open cell (i={}, j={}) lies at {:g} m, "
                             "not below the surface prescribed there, flow.level {:g} m; "
                             "boundary.closed can close it",
                             open.i, open.j, -open.depth, flow.level));
}

FieldDescription fixed(std::string name, std::string unit, std::string long_name) {
  FieldDescription field{
      .name = std::move(name), .unit = std::move(unit), .long_name = std::move(long_name)};
  field.prognostic = false;
  return field;
}

}  // namespace

void CoastalCase::load(InputFolder& inputs, const Communicator& comm) {
  const std::string mask = inputs.file(config_.mask);
  std::vector<Extremes> extremes(1);
  const auto prepare = [&](Basin& basin) {
    if (config_.coarsen > 1) basin = coarsened(basin, config_.coarsen);
    for (double& depth : basin.depth) depth += config_.mean_level;
    keep_largest_sea(basin);
    if (basin.grid.box().empty()) return;
    extremes[0] = {
        step_limit(basin, metrics_of(basin, config_.earth),
                   std::max(0., config_.flow.level) + highest_tide, config_.flow.viscosity),
        least_depth(basin), steepest_edge(basin, config_.flow.level, config_.flow.dry_depth),
        shallowest_of(open_cells(basin, config_.flow.boundary), basin)};
  };
  const double least = config_.flow.dry_depth > 0 ? -highest_land : -config_.mean_level;
  blaming("grid.mask", [&] { basin_ = read_basin(mask, comm, prepare, least); });
  comm.broadcast(extremes);
  limit_ = extremes[0].limit;
  steepest_edge_ = extremes[0].edge;
  wet_ = count_wet(basin_.grid, basin_.grid.box());
  if (wet_ == 0)
    throw KeyError("grid.coarsen", "is too large: no wet cell of " + mask + " is left");
  refuse_bare_open_cell(extremes[0].open, config_.flow);
  refuse_too_rough(extremes[0].least_depth + config_.flow.level);
  metrics_ = metrics_of(basin_, config_.earth);
  open_ = open_cells(basin_, config_.flow.boundary);
  if (config_.has_levels()) sponge_ = sponge_cells(basin_.grid, open_, config_.shelf.sponge.width);
  load_wind(inputs, comm);
  load_tide(inputs, comm);
  load_water(inputs, comm);
}

std::string CoastalCase::references() const {
  return "Sielecki 1968, Monthly Weather Review 96, 150-156; Espelid, Berntsen and Barthel 2000, "
         "International Journal for Numerical Methods in Engineering 49, 1521-1545";
}

std::vector<FieldDescription> CoastalCase::descriptions() const {
  return config_.has_levels() ? ShelfSea::descriptions(shelf_settings(0))
                              : DepthMeanFlow::descriptions(Halo::all(config_.flow.reach()));
}

Held CoastalCase::held(const Start& start) const {
  const Box& owned = start.domain.owned();
  Held held = config_.has_levels()
                  ? ShelfSea::held(owned, start.depth, shelf_settings(start.dt), open_, sponge_)
                  : DepthMeanFlow::held(owned, start.depth, config_.flow);
  if (is_long_enough_to_analyse(start))
    held.work += TidalAnalysis::bytes_of_fields(owned, constituents_.size());
  held.work += bytes_of_forcing(start.domain.grid().held());
  held.work += WaveCourant::bytes(basin_.grid, owned);
  held.grid = start.domain.grid().cells.size() * (sizeof(Cell) + sizeof(double));
  return held;
}

void CoastalCase::begin(const Start& start) {
  domain_.emplace(start.domain);
  dt_ = start.dt;
  if (is_long_enough_to_analyse(start)) refuse_too_few_samples();
  const Box needed = start.domain.grid().held();
  basin_ = handed_out(basin_, needed, domain_->comm);
  hand_out_forcing(needed);
  const bool closed = open_.empty();
  std::erase_if(open_, [&](const OpenCell& c) { return !needed.contains(c.i, c.j); });
  FlowSetup setup{.basin = basin_,
                  .metrics = metrics_,
                  .open = open_,
                  .settings = config_.flow,
                  .stepping = start};
  setup.stepping.dt /= flow_steps();
  if (config_.has_levels()) {
    begin_levels(start);
  } else {
    flow_ = std::make_unique<DepthMeanFlow>(*domain_, setup);
  }
  DepthMeanFlow& flow = shelf_ ? shelf_->flow() : *flow_;
  budget_.emplace(basin_, flow.sea(), setup.prescribed(), flow.owned(), flow.now().eta,
                  flow.inflow());
  if (closed) volume_.emplace(basin_, flow);
  flow.watch([this](const Box& where, const FlowView<const double>& moved) {
    budget_->add(where, moved.u, moved.v);
    dry_watch_->note(this->flow().steps() + 1, where, moved.eta);
  });
  analysed_from_ = start.steps - steps_of(analysed_tides(), dt_);
  if (is_long_enough_to_analyse(start)) analysis_.emplace(flow.owned(), constituents_);
  waves_.emplace(basin_, metrics_, flow,
                 evening_rate(limit_.dx, metrics_.dy, config_.flow.viscosity));
  dry_watch_.emplace(basin_, flow.owned(), config_.flow.dry_depth, substeps(),
                     deepest_to_fall_dry(config_.flow));
}

/// Whole ones, enough to tell all constituents apart.
std::int64_t CoastalCase::analysed_tides() const {
  return std::llround(std::ceil(time_to_resolve(constituents_) / m2_period - 1e-6));
}

std::int64_t CoastalCase::steps_to_analyse(double dt) const {
  return steps_of(tides_before_analysis + analysed_tides(), dt);
}

bool CoastalCase::is_long_enough_to_analyse(const Start& start) const {
  return !constituents_.empty() && start.steps >= steps_to_analyse(start.dt);
}

void CoastalCase::step() {
  if (shelf_)
    shelf_->step();
  else
    flow_->step(flow_steps());
  budget_->add(flow().inflow());
  const DepthMeanFlow& flow = this->flow();
  if (!analysis_ || steps() <= analysed_from_) return;
  analysis_->add(flow.sea(), flow.now().eta, now());
  if (analysis_->count() == steps_of(analysed_tides(), dt_)) analysis_->finish(flow.sea());
}

void CoastalCase::look() {
  dry_watch_->insist_on_water(domain_->comm);
  if (bounds_) bounds_->look(*shelf_, domain_->comm);
  if (heated_) heated_->look(*shelf_, domain_->comm);
  const auto& [fastest, shallowest] = extremes_so_far();
  insist_on_depth(steps(), shallowest, config_.flow.dry_depth);
  if (fastest.value > fastest_coastal)
    throw RunError(
        fmt::format("step {}: the current of {:.3g} m/s out of cell (i={}, j={}) is "
                    "above its limit {:g}",
                    steps(), fastest.value, fastest.i, fastest.j, fastest_coastal));
}

FlowExtremes CoastalCase::extremes_so_far() {
  FlowExtremes now = flow_extremes(flow(), basin_, domain_->comm);
  if (shelf_) {
    now.fastest = larger(now.fastest, fastest_current(*shelf_, *domain_));
    most_outflow_ = worse(most_outflow_, domain_->comm.max(shelf_->largest_outflow().share));
  }
  pulse_ = {"|u|", now.fastest.value, "m/s"};
  return extremes_ = worse(extremes_, now);
}

Axes CoastalCase::axes() const {
  const Basin& b = basin_;
  return {.x = {"lon", "degrees_east", "longitude", "longitude", b.longitude},
          .x_face = {"lon_face", "degrees_east", "longitude", "longitude of the east faces",
                     shifted(b.longitude, 0.5 * b.grid.dx)},
          .y = {"lat", "degrees_north", "latitude", "latitude", b.latitude},
          .y_face = {"lat_face", "degrees_north", "latitude", "latitude of the north faces",
                     shifted(b.latitude, 0.5 * b.grid.dy)},
          .z = shelf_ ? level_axis(*shelf_) : Axis{},
          .z_half = {}};
}

std::vector<OutputField> CoastalCase::fields() const {
  const FlowView<const double> flow = this->flow().now();
  const std::vector<FieldDescription> carried = DepthMeanFlow::descriptions(Halo::all(1));
  std::vector<OutputField> all = {
      {carried[0], flow.eta}, {carried[1], flow.u}, {carried[2], flow.v}, depth_field(basin_)};
  if (shelf_) std::ranges::move(level_fields(*shelf_), std::back_inserter(all));
  if (!analysis_) return all;
  for (std::size_t n = 0; n < constituents_.size(); ++n) {
    const std::string_view name = constituents_[n].name;
    const std::string prefix = in_lower_case(name);
    all.push_back({fixed(prefix + "_amplitude", "m", fmt::format("amplitude of the {} tide", name)),
                   analysis_->amplitude(n), true});
    all.push_back({fixed(prefix + "_phase", "degrees",
                         fmt::format("phase lag of the {} tide behind Greenwich", name)),
                   analysis_->phase(n), true});
  }
  return all;
}

std::vector<Picture> CoastalCase::pictures() const {
  std::vector<Picture> all = {{"eta"}};
  if (analysis_ && is_driven_by(m2)) all.push_back({"m2_amplitude"});
  if (shelf_) all.push_back({"T", Picture::View::section});
  return all;
}

}  // namespace seafret
