// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/shelf_sea.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "comms/base/timers.hpp"

namespace seafret {
namespace {

constexpr double heat_capacity = 3985;  // of sea water, J/(kg K)
/// What of the flow's drive is asked for beyond the box.
constexpr Halo beyond_drive{.east = 1, .south = 1};
/// And of what has moved the surface, that to the north lies there already.
constexpr Halo beyond_moved{.west = 1};

FlowSetup flow_of(const ShelfSetup& setup) {
  FlowSettings settings = setup.settings.flow;
  settings.stress = {};
  settings.driven = true;
  Stepping stepping = setup.stepping;
  stepping.dt /= setup.settings.substeps;
  stepping.depth = 0;
  return {.basin = setup.basin,
          .metrics = setup.metrics,
          .open = setup.open,
          .settings = std::move(settings),
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

/// What belongs to the surface of a step.
std::vector<Swapped> with_surface(FieldView<const double> eta, FieldView<const double> moved,
                                  bool may_be_thin) {
  std::vector<Swapped> all{Swapped::of(eta, shelf_halo), Swapped::of(moved, beyond_moved)};
  if (may_be_thin) all.push_back({shelf_halo, sizeof(std::uint8_t)});
  return all;
}

/// The same everywhere, on land too.
Field<> field_of(const FieldDescription& description, const Box& owned, double value,
                 std::pmr::memory_resource* memory) {
  Field<> field(owned, description, memory);
  const FieldView<double> view = field.view();
  std::fill_n(view.data, view.box.area() * view.levels, value);
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

void swap_now(HaloExchange& exchange, std::span<const Columns> fields) {
  exchange.start(fields);
  exchange.finish();
}

}  // namespace

std::vector<FieldDescription> ShelfSea::descriptions(const ShelfSettings& settings) {
  std::vector<FieldDescription> all = DepthMeanFlow::descriptions(settings.flow.reach());
  const auto add = [&](auto... texts) { all.push_back(of_levels(settings, texts...)); };
  add("u", "m s-1", "velocity to the east", "eastward_sea_water_velocity", Place::east_face);
  add("v", "m s-1", "velocity to the north", "northward_sea_water_velocity", Place::north_face);
  add("T", "degree_Celsius", "potential temperature", "sea_water_potential_temperature");
  add("S", "1e-3", "salinity", "sea_water_practical_salinity");
  for (int n = 1; n <= settings.dyes; ++n)
    add(fmt::format("dye_{}", n), "1", "a tracer that weighs nothing", "");
  return all;
}

Held ShelfSea::held(const Box& owned, const ShelfSettings& settings,
                    std::span<const OpenCell> open) {
  FlowSettings flow = settings.flow;
  flow.stress = {};
  flow.driven = true;
  Held held = DepthMeanFlow::held(owned, 0, flow);
  held.arena += arena_of(settings, owned);
  held.work += ShelfBed::bytes(owned) + WaterState::bytes(settings, owned) +
               2 * FaceFriction::bytes(owned) +
               OpenWater::bytes(open, settings.levels.count, settings.tracers(), owned);
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
      eta_(field_of(swapped(settings_).back(), owned_, 0, &arena_)),
      u_{field_of(swapped(settings_)[0], owned_, 0, &arena_),
         field_of(swapped(settings_)[0], owned_, 0, &arena_)},
      v_{field_of(swapped(settings_)[1], owned_, 0, &arena_),
         field_of(swapped(settings_)[1], owned_, 0, &arena_)},
      tracers_{tracer_fields(settings_, owned_, &arena_),
               tracer_fields(settings_, owned_, &arena_)},
      outside_(setup.open, bed_.levels(), settings_.tracers(), settings_.relaxation, owned_),
      wet_cells_(owned_.grown(shelf_halo),
                 [&](int i, int j) { return setup.basin.grid.wet(Place::centre, i, j); }),
      push_east_(settings_, owned_),
      push_north_(settings_, owned_),
      velocity_mixers_(settings_.levels.count, 1),
      tracer_mixers_(settings_.levels.count, settings_.tracers()),
      sweep_(settings_.levels.count, settings_.tracers()),
      swap_tracers_(domain,
                    std::vector(tracers_[0].size(), Swapped::of(tracers_[0][0].view(), shelf_halo)),
                    setup.stepping.halo.named("tracers")),
      swap_drive_(domain,
                  std::vector(2, Swapped::of(flow_.drive().north.stress.view(), beyond_drive)),
                  setup.stepping.halo.named("drive of the flow")),
      swap_eta_(domain,
                with_surface(eta_.view(), flow_.drive().east.moved.view(), settings_.may_be_thin()),
                setup.stepping.halo.named(settings_.may_be_thin() ? "eta of a step, thin columns"
                                                                  : "eta of a step")),
      swap_u_(domain, {Swapped::of(u_[0].view(), shelf_halo)}, setup.stepping.halo.named("u")),
      swap_v_(domain, {Swapped::of(v_[0].view(), shelf_halo)}, setup.stepping.halo.named("v")) {
  if (settings_.may_be_thin()) thin_.emplace(owned_, &arena_);
  carried_.resize(tracers_[0].size());
  carried_on_.resize(tracers_[0].size());
  columns_.resize(tracers_[0].size());
  take_water_outside();
}

std::vector<const Exchange*> ShelfSea::exchanges() const {
  return {&flow_.exchange(), &swap_tracers_, &swap_drive_, &swap_eta_, &swap_u_, &swap_v_};
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
  take_surface(bed_.water(std::as_const(flow_).now().eta));
  swap_now(swap_u_, std::array<Columns, 1>{u()});
  swap_now(swap_v_, std::array<Columns, 1>{v()});
}

void ShelfSea::take_water_outside() {
  for (std::size_t n = 0; n < carried_on_.size(); ++n) carried_on_[n] = tracers_[now_][n].view();
  outside_.take(carried_on_);
}

void ShelfSea::step() {
  outside_.note(water());
  swap_tracers();
  push_currents();
  step_flow();
  take_surface(water());
  settle_currents();
  carry_tracers();
  now_ = next();
  ++steps_;
}

void ShelfSea::swap_tracers() {
  SEAFRET_REGION("shelf/swap tracers");
  for (std::size_t n = 0; n < columns_.size(); ++n) columns_[n] = tracers_[now_][n].view();
  swap_now(swap_tracers_, columns_);
}

/// The flow's surface, which is worth nothing on land.
void ShelfSea::take_surface(const WaterColumns& before) {
  SEAFRET_REGION("shelf/swap surface");
  if (thin_) thin_->find(flow_, before);
  const FieldView<const double> eta = std::as_const(flow_).now().eta;
  for_each_run(flow_.sea().wet_cells, owned_, [&](int j, int i0, int n) {
    std::copy_n(eta.column(i0, j), n, eta_.view().column(i0, j));
  });
  std::array<Columns, 3> all{eta_.view(), flow_.drive().east.moved.view()};
  if (thin_) all[2] = thin_->view();
  swap_now(swap_eta_, std::span(all).first(thin_ ? 3 : 2));
}

void ShelfSea::push_currents() {
  const LocalSea& sea = flow_.sea();
  const Current now = current();
  FlowDrive& drive = flow_.drive();
  {
    SEAFRET_REGION("shelf/density and mixing");
    water_state_.find(owned_.grown(shelf_halo), wet_cells_, now, tracers_[now_][0].view(),
                      tracers_[now_][1].view());
  }
  {
    SEAFRET_REGION("shelf/push");
    push_east_.push(sea, bed_, now, water_state_, u_[next()].view(), on_east_, drive.east);
    push_north_.push(sea, bed_, now, water_state_, v_[next()].view(), on_north_, drive.north);
  }
  SEAFRET_REGION("shelf/swap drive");
  swap_now(swap_drive_, std::array<Columns, 2>{drive.north.stress.view(), drive.north.kept.view()});
}

void ShelfSea::step_flow() {
  SEAFRET_REGION("shelf/substeps");
  flow_.forget_moved();
  flow_.step(settings_.substeps);
}

/// V by the old U, then U by the new V: the turning neither gives nor takes energy.
void ShelfSea::settle_currents() {
  const LocalSea& sea = flow_.sea();
  Current turning = current();
  const FlowDrive& drive = flow_.drive();
  {
    SEAFRET_REGION("shelf/turn and mix");
    settle<NorthFaces>(velocity_mixers_, owned_, sea, turning, settings_.mixing,
                       water_state_.viscosity(), on_north_, drive.north.moved.view(),
                       settings_.substeps, v_[next()].view());
  }
  {
    SEAFRET_REGION("shelf/swap v");
    swap_now(swap_v_, std::array<Columns, 1>{v_[next()].view()});
  }
  turning.v = v_[next()].view();
  {
    SEAFRET_REGION("shelf/turn and mix");
    settle<EastFaces>(velocity_mixers_, owned_, sea, turning, settings_.mixing,
                      water_state_.viscosity(), on_east_, drive.east.moved.view(),
                      settings_.substeps, u_[next()].view());
  }
  SEAFRET_REGION("shelf/swap u");
  swap_now(swap_u_, std::array<Columns, 1>{u_[next()].view()});
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
  const double heat = settings_.heat_flux / (settings_.state.reference_density * heat_capacity);
  mix_tracers(tracer_mixers_, owned_, sea, carrying, settings_.mixing, water_state_.diffusivity(),
              heat, carried_on_);
}

}  // namespace seafret
