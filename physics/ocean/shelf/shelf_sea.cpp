// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/shelf_sea.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace seafret {
namespace {

FlowSettings flow_settings_of(const ShelfSettings& shelf) {
  FlowSettings settings = shelf.flow;
  settings.stress = {};
  settings.wind = {};
  settings.driven = true;
  return settings;
}

/// No deeper than all substeps use up.
int flow_depth_of(const ShelfSettings& shelf, int asked) {
  return std::min(asked, shelf.substeps * shelf.flow.reach());
}

FlowSetup flow_of(const ShelfSetup& setup) {
  Stepping stepping = setup.stepping;
  stepping.dt /= setup.settings.substeps;
  stepping.depth = flow_depth_of(setup.settings, stepping.depth);
  return {.basin = setup.basin,
          .metrics = setup.metrics,
          .open = setup.open,
          .settings = flow_settings_of(setup.settings),
          .stepping = std::move(stepping)};
}

FieldDescription of_levels(const ShelfSettings& settings, std::string name, std::string unit,
                           std::string long_name, std::string standard_name,
                           Place place = Place::centre) {
  return {.name = std::move(name),
          .unit = std::move(unit),
          .long_name = std::move(long_name),
          .standard_name = std::move(standard_name),
          .place = place,
          .levels = settings.levels.count,
          .halo = shelf_halo,
          .time_levels = 2};
}

/// All fields of levels; and the surface as they see it.
std::vector<FieldDescription> swapped(const ShelfSettings& settings) {
  std::vector<FieldDescription> all = ShelfSea::descriptions(settings);
  all.erase(all.begin(), all.begin() + 3);
  all.push_back({.name = "eta of a step", .halo = shelf_halo});
  return all;
}

std::size_t arena_of(const ShelfSettings& settings, const Box& owned) {
  return Arena::room_for(swapped(settings), owned) + ThinColumns::room_for(settings, owned);
}

/// The same everywhere, on land too.
Field<> field_of(const FieldDescription& description, const Box& owned, double value,
                 std::pmr::memory_resource* memory) {
  Field<> field(owned, description, memory);
  field.view().fill(value);
  return field;
}

std::vector<Field<>> tracer_fields(const ShelfSettings& settings, const Box& owned,
                                   std::pmr::memory_resource* memory) {
  const std::vector<FieldDescription> all = ShelfSea::descriptions(settings);
  std::vector<Field<>> fields;
  for (std::size_t n = 5; n < all.size(); ++n) {
    const double first = n == 5   ? settings.state.reference_temperature
                         : n == 6 ? settings.state.reference_salinity
                                  : 0;
    fields.push_back(field_of(all[n], owned, first, memory));
  }
  return fields;
}

}  // namespace

std::vector<FieldDescription> ShelfSea::descriptions(const ShelfSettings& settings) {
  std::vector<FieldDescription> all = DepthMeanFlow::descriptions(Halo::all(settings.flow.reach()));
  const auto add = [&](auto... texts) { all.push_back(of_levels(settings, texts...)); };
  add("u", "m s-1", "velocity to the east", "eastward_sea_water_velocity", Place::east_face);
  add("v", "m s-1", "velocity to the north", "northward_sea_water_velocity", Place::north_face);
  add("T", "degree_Celsius", "potential temperature", "sea_water_potential_temperature");
  add("S", "1", "salinity", "sea_water_practical_salinity");
  for (int n = 1; n <= settings.dyes; ++n)
    add(fmt::format("dye_{}", n), "1", "a tracer that weighs nothing", "");
  return all;
}

Held ShelfSea::held(const Box& owned, int halo_depth, const ShelfSettings& settings,
                    std::span<const OpenCell> open, std::span<const SpongeCell> sponge) {
  Held held =
      DepthMeanFlow::held(owned, flow_depth_of(settings, halo_depth), flow_settings_of(settings));
  held.arena += arena_of(settings, owned);
  const int levels = settings.levels.count, tracers = settings.tracers();
  held.work += ShelfBed::bytes(owned) + WaterState::bytes(settings, owned) +
               2 * FaceFriction::bytes(owned) + OpenWater::bytes(open, levels, tracers, owned) +
               OpenSponge::bytes(sponge, open, settings.sponge, levels, tracers, owned);
  return held;
}

ShelfSea::ShelfSea(const Domain& domain, const ShelfSetup& setup)
    : settings_(setup.settings),
      owned_(domain.owned()),
      dt_(setup.stepping.dt),
      flow_(domain, flow_of(setup)),
      bed_(setup, owned_),
      water_state_(settings_, owned_),
      on_east_(settings_, Place::east_face, owned_),
      on_north_(settings_, Place::north_face, owned_),
      arena_(arena_of(settings_, owned_), domain.memory()),
      thin_(settings_.may_be_thin() ? std::optional<ThinColumns>(std::in_place, owned_, &arena_)
                                    : std::nullopt),
      eta_(field_of(swapped(settings_).back(), owned_, 0, &arena_)),
      u_{field_of(swapped(settings_)[0], owned_, 0, &arena_),
         field_of(swapped(settings_)[0], owned_, 0, &arena_)},
      v_{field_of(swapped(settings_)[1], owned_, 0, &arena_),
         field_of(swapped(settings_)[1], owned_, 0, &arena_)},
      tracers_{tracer_fields(settings_, owned_, &arena_),
               tracer_fields(settings_, owned_, &arena_)},
      outside_(setup.open, bed_.levels(), settings_.tracers(), settings_.relaxation, owned_),
      sponge_(setup.basin.grid, setup.sponge, setup.open, settings_.sponge, bed_.levels(),
              settings_.tracers(), owned_),
      wet_cells_(owned_.grown(shelf_halo),
                 [&](int i, int j) { return setup.basin.grid.wet(Place::centre, i, j); }),
      push_east_(settings_),
      push_north_(settings_),
      velocity_mixers_(settings_.levels.count, 1),
      tracer_mixers_(settings_.levels.count, settings_.tracers()),
      sweep_(settings_.levels.count, settings_.tracers()),
      swap_u_and_tracers_(domain, u_and_tracers(u_[0].view(), settings_.tracers()), setup.stepping,
                          "u and tracers"),
      swap_drive_(domain, drive_and_u(flow_, u_[0].view()), setup.stepping, "drive and u"),
      swap_surface_(domain, surface_and_flow(flow_, thin_.has_value()), setup.stepping,
                    thin_ ? "surface and thin columns" : "surface"),
      swap_v_(domain, v_and_moved(flow_, v_[0].view()), setup.stepping, "v and moved") {
  carried_.resize(tracers_[0].size());
  carried_on_.resize(tracers_[0].size());
  columns_.resize(1 + tracers_[0].size());
  take_water_outside();
}

std::vector<const Exchange*> ShelfSea::exchanges() const {
  return {&flow_.exchange(), swap_u_and_tracers_.exchange(), swap_drive_.exchange(),
          swap_surface_.exchange(), swap_v_.exchange()};
}

Current ShelfSea::current() const {
  return {u(),
          v(),
          water(),
          levels(),
          flow_.sea().metrics,
          dt_,
          settings_.lateral_viscosity,
          thin_ ? thin_->view() : FieldView<const std::uint8_t>{}};
}

void ShelfSea::refresh_halos() {
  flow_.keep_film();
  swap_surface(bed_.water(std::as_const(flow_).now().eta));
  swap_v_.run(std::array<Columns, 2>{v(), flow_.drive().east.moved.view()});
}

void ShelfSea::take_water_outside() {
  for (std::size_t n = 0; n < carried_on_.size(); ++n) carried_on_[n] = tracers_[now_][n].view();
  outside_.take(carried_on_);
  outside_.note(water());
  sponge_.take(carried_on_);
}

void ShelfSea::step() {
  outside_.note(water());
  push_currents();
  swap_drive();
  step_flow();
  settle_north_currents();
  settle_east_currents();
  carry_tracers();
  now_ = next();
  ++steps_;
}

/// Density is found two columns around the box, and pushes look so far.
void ShelfSea::push_currents() {
  const LocalSea& sea = flow_.sea();
  const Current now = current();
  FlowDrive& drive = flow_.drive();
  on_east_.blow(sea.east_faces, settings_.flow, middle_of_step());
  on_north_.blow(sea.north_faces, settings_.flow, middle_of_step());
  const auto find = [&](const Box& where) {
    SEAFRET_REGION("shelf/density and mixing");
    water_state_.find(where, wet_cells_, now, tracers_[now_][0].view(), tracers_[now_][1].view());
  };
  const auto push = [&](const Box& where) {
    SEAFRET_REGION("shelf/push");
    push_east_.push(where, sea, bed_, now, water_state_, u_[next()].view(), on_east_, drive.east);
    push_north_.push(where, sea, bed_, now, water_state_, v_[next()].view(), on_north_,
                     drive.north);
  };
  columns_[0] = u();
  for (std::size_t n = 1; n < columns_.size(); ++n) columns_[n] = tracers_[now_][n - 1].view();
  swap_u_and_tracers_.run(columns_,
                          CutWork{owned_.grown(shelf_halo), owned_.grown({.west = -1}), find},
                          CutWork{owned_, owned_.grown(-3), push});
}

void ShelfSea::swap_drive() {
  const Box beside{owned_.x0 - 1, owned_.x0, owned_.y0, owned_.y1};
  push_east_.find_drag(beside, flow_.sea(), current(), on_east_);
  FlowDrive::Faces &north = flow_.drive().north, &east = flow_.drive().east;
  swap_drive_.run(std::array<Columns, 5>{north.stress.view(), north.kept.view(), east.stress.view(),
                                         east.kept.view(), u_[next()].view()});
}

void ShelfSea::step_flow() {
  SEAFRET_REGION("shelf/substeps");
  flow_.forget_moved();
  flow_.step(settings_.substeps);
}

/// That of the flow, which is worth nothing on land.
template <class... Work>
void ShelfSea::swap_surface(const WaterColumns& before, const CutWork<Work>&... works) {
  if (thin_) thin_->find(flow_, before);
  std::array<Columns, 6> all;
  auto end = std::ranges::copy(flow_.to_swap(), all.begin()).out;
  if (thin_) *end++ = thin_->view();
  const auto take = [&](const Box& where) {
    const FieldView<const double> eta = std::as_const(flow_).now().eta;
    for_each_run(wet_cells_, where, [&](int j, int i0, int n) {
      std::copy_n(eta.column(i0, j), n, eta_.view().column(i0, j));
    });
  };
  swap_surface_.run(std::span(all.begin(), end), CutWork{owned_.grown(shelf_halo), owned_, take},
                    works...);
  flow_.halos_came();
}

/// V by the old U, then U by the new V: the turning neither gives nor takes energy.
void ShelfSea::settle_north_currents() {
  const Current turning = current();
  const auto work = [&](const Box& where) {
    SEAFRET_REGION("shelf/turn and mix");
    sponge_.calm(Place::north_face, where, water(), dt_, v_[next()].view());
    settle<NorthFaces>(velocity_mixers_, where, flow_.sea(), turning, settings_.mixing,
                       water_state_.viscosity(), on_north_,
                       std::as_const(flow_).drive().north.moved.view(), settings_.substeps,
                       v_[next()].view());
  };
  swap_surface(water(), CutWork{owned_, owned_.grown({.north = -1}), work});
}

void ShelfSea::settle_east_currents() {
  Current turning = current();
  turning.v = v_[next()].view();
  const FieldView<double> moved = flow_.drive().east.moved.view();
  const auto work = [&](const Box& where) {
    SEAFRET_REGION("shelf/turn and mix");
    sponge_.calm(Place::east_face, where, water(), dt_, u_[next()].view());
    settle<EastFaces>(velocity_mixers_, where, flow_.sea(), turning, settings_.mixing,
                      water_state_.viscosity(), on_east_, moved, settings_.substeps,
                      u_[next()].view());
  };
  swap_v_.run(
      std::array<Columns, 2>{v_[next()].view(), moved},
      CutWork{owned_.grown(FaceFriction::halo), owned_.grown({.east = -1, .south = -1}), work});
}

void ShelfSea::carry_tracers() {
  const LocalSea& sea = flow_.sea();
  Current carrying = current();
  carrying.u = u_[next()].view();
  carrying.v = v_[next()].view();
  for (std::size_t n = 0; n < carried_.size(); ++n) {
    carried_[n] = tracers_[now_][n].view();
    carried_on_[n] = tracers_[next()][n].view();
  }
  {
    SEAFRET_REGION("shelf/carry tracers");
    const CellVolumes cells(carrying, bed_.wet(Place::centre));
    sweep_.carry(owned_, sea.wet_cells, cells, carried_, carried_on_,
                 [&](int i, int j, const SideBuffers& column) {
                   if (cells.open(i, j))
                     outside_.let_in(i, j, cells.area(j), dt_, column, carried_, carried_on_);
                 });
  }
  SEAFRET_REGION("shelf/mix tracers");
  mix_tracers(tracer_mixers_, owned_, sea, carrying, settings_.mixing, water_state_.diffusivity(),
              SurfaceHeat(settings_, middle_of_step()), carried_on_);
  sponge_.relax(sea.metrics, water(), dt_, carried_on_);
}

}  // namespace seafret
