// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/depth_mean_flow.hpp"

#include <algorithm>
#include <utility>

#include "comms/base/timers.hpp"
#include "physics/row_stages.hpp"

namespace seafret {
namespace {

/// As many rows as a cache holds of what a step reads and writes, ten numbers a column.
int rows_at_once_of(const Box& box) {
  constexpr std::int64_t cache = 512 << 10;
  const std::int64_t row = 10 * std::int64_t{sizeof(double)} * std::max(1, box.width());
  return static_cast<int>(std::max(std::int64_t{1}, cache / row));
}

/// Still water. What is not wet keeps no surface, and a closed face no transport for ever; the halo
/// is left to the first swap.
void come_to_rest(const FlowView<double>& flow, const Grid& grid, const Box& owned) {
  for (int j = flow.eta.box.y0; j < flow.eta.box.y1; ++j)
    for (int i = flow.eta.box.x0; i < flow.eta.box.x1; ++i) {
      const bool mine = owned.contains(i, j);
      if (mine && grid.wet(Place::centre, i, j)) flow.eta(i, j) = 0;
      if (mine || !grid.wet(Place::east_face, i, j)) flow.u(i, j) = 0;
      if (mine || !grid.wet(Place::north_face, i, j)) flow.v(i, j) = 0;
    }
}

}  // namespace

std::vector<FieldDescription> DepthMeanFlow::descriptions(int halo_depth) {
  std::vector<FieldDescription> all{
      {"eta", "m", "height of the surface over its rest",
       "sea_surface_height_above_mean_sea_level"},
      {"U", "m2 s-1", "transport to the east, a metre of width", "", Place::east_face},
      {"V", "m2 s-1", "transport to the north, a metre of width", "", Place::north_face}};
  for (FieldDescription& field : all) {
    field.halo = Halo::all(std::max(1, halo_depth));
    field.time_levels = 2;
  }
  return all;
}

Held DepthMeanFlow::held(const Box& owned, int halo_depth, const FlowSettings& settings) {
  const std::vector<FieldDescription> all = descriptions(halo_depth);
  const std::size_t drive =
      settings.driven ? Arena::room_for(all[0], owned) + FlowDrive::room_for(owned) : 0;
  return {.arena = Arena::room_for(all, owned) + drive,
          .work = LocalSea::bytes_of_fields(owned) + Stress::bytes(settings, owned)};
}

FlowDrive::Faces::Faces(const Box& owned, std::pmr::memory_resource* memory)
    : stress(owned, FaceDepths::description(), memory),
      kept(owned, FaceDepths::description(), memory),
      moved(owned, FaceDepths::description(), memory) {
  for (const auto& [field, value] :
       {std::pair{stress.view(), 0.}, {kept.view(), 1.}, {moved.view(), 0.}})
    std::fill_n(field.data, field.box.area(), value);
}

std::size_t FlowDrive::room_for(const Box& owned) {
  return 6 * Arena::room_for(FaceDepths::description(), owned);
}

std::size_t DepthMeanFlow::Stress::bytes(const FlowSettings& settings, const Box& owned) {
  return settings.stress ? 2 * FaceDepths::description().bytes(owned) : 0;
}

DepthMeanFlow::Stress::Stress(const FlowSettings& settings, const Box& owned) {
  if (!settings.stress) return;
  const auto fill = [&](std::optional<Field<>>& face, std::size_t axis) {
    face.emplace(owned, FaceDepths::description());
    const FieldView<double> tau = face->view();
    const int di = axis == 0, dj = 1 - di;
    for (int j = tau.box.y0; j < tau.box.y1; ++j)
      for (int i = tau.box.x0; i < tau.box.x1; ++i)
        tau(i, j) = 0.5 * (settings.stress(i, j)[axis] + settings.stress(i + di, j + dj)[axis]);
  };
  fill(east, 0);
  fill(north, 1);
}

FaceForces DepthMeanFlow::Stress::on(Place place) const {
  const std::optional<Field<>>& wind = place == Place::east_face ? east : north;
  return wind ? FaceForces{.stress = wind->view()} : FaceForces{};
}

DepthMeanFlow::DepthMeanFlow(const Domain& domain, const FlowSetup& setup)
    : owned_(domain.owned()),
      rules_{.dt = setup.stepping.dt,
             .drag = setup.settings.drag,
             .linear_drag = setup.settings.linear_drag},
      sea_(setup.basin, setup.metrics, setup.open, owned_),
      stress_(setup.settings, owned_),
      tide_(setup.open, setup.settings.tide.knots(), owned_.grown(1)),
      arena_(held(owned_, setup.stepping.depth, setup.settings).arena, domain.memory()),
      state_{State(owned_, setup.stepping.depth, setup.settings.driven, &arena_),
             State(owned_, setup.stepping.depth, setup.settings.driven, &arena_)},
      swap_(domain,
            std::vector(swapped_now().size(),
                        Swapped::of(now().eta, descriptions(setup.stepping.depth)[0].halo)),
            setup.stepping.halo.named("eta, U, V")),
      overlap_(setup.stepping.overlap),
      rows_at_once_(rows_at_once_of(owned_)) {
  if (setup.settings.driven) drive_.emplace(owned_, &arena_);
  for (State& state : state_) come_to_rest(state.view(), domain.grid(), owned_);
}

/// All that this rank needs: U where it owns it, eta also at the east of that, V also around eta.
DepthMeanFlow::Reach DepthMeanFlow::whole(const Box& b) {
  return {b.grown({.east = 1, .south = 1}), b.grown({.east = 1}), b};
}

/// What can be had without the halo.
DepthMeanFlow::Reach DepthMeanFlow::interior(const Box& b) {
  return {{b.x0 + 1, b.x1, b.y0, b.y1 - 1},
          {b.x0 + 1, b.x1, b.y0 + 1, b.y1 - 1},
          {b.x0 + 1, b.x1 - 1, b.y0 + 1, b.y1 - 1}};
}

void DepthMeanFlow::step() {
  const Reach all = whole(owned_), early = overlap_ ? interior(owned_) : Reach{};
  start_swap();
  {
    SEAFRET_REGION("ocean/interior");
    advance(early);
  }
  swap_.finish();
  {
    SEAFRET_REGION("ocean/rim");
    if (early.u.empty()) {
      advance(all);
    } else {
      for (const Box& b : rim(all.v, early.v)) advance_v(b);
      for (const Box& b : rim(all.eta, early.eta)) advance_eta(b);
      for (const Box& b : rim(all.u, early.u)) advance_u(b);
    }
  }
  now_ = 1 - now_;
  ++steps_;
}

void DepthMeanFlow::refresh_halos() {
  start_swap();
  swap_.finish();
}

std::span<const Columns> DepthMeanFlow::swapped_now() {
  const FlowView<double> flow = now();
  swapped_ = {flow.eta, flow.u, flow.v, Columns()};
  std::optional<Field<>>& led = state_[now_].led;
  if (!led) return std::span(swapped_).first(3);
  swapped_[3] = led->view();
  return swapped_;
}

/// At first the surface goes nowhere.
void DepthMeanFlow::start_swap() {
  const FlowView<double> flow = now();
  if (std::optional<Field<>>& led = state_[now_].led; led && steps_ == 0)
    lead_on(owned_, sea_, 0, flow.eta, flow.eta, led->view());
  swap_.start(swapped_now());
}

FaceForces DepthMeanFlow::on(Place place, const State& surface) {
  if (!drive_) return stress_.on(place);
  FlowDrive::Faces& faces = place == Place::east_face ? drive_->east : drive_->north;
  return {faces.stress.view(), faces.kept.view(), faces.moved.view(), surface.led->view()};
}

/// Some rows at a time, so that each unknown finds those that it needs in the cache still.
void DepthMeanFlow::advance(const Reach& where) {
  in_stages(
      where.v, rows_at_once_, [&](Rows rows) { advance_v(rows.of(where.v)); },
      [&](Rows rows) { advance_eta(rows.of(where.eta)); },
      [&](Rows rows) { advance_u(rows.of(where.u)); });
}

void DepthMeanFlow::advance_v(const Box& where) {
  advance_north_transport(where, sea_, rules_, now(), on(Place::north_face, state_[now_]),
                          state_[1 - now_].v.view());
}

void DepthMeanFlow::advance_eta(const Box& where) {
  State& next = state_[1 - now_];
  const FlowView<const double> flow = now();
  advance_surface(where, sea_, rules_, {flow.eta, flow.u, next.v.view()}, next.eta.view());
  tide_.prescribe(where, static_cast<double>(steps_ + 1) * rules_.dt, next.eta.view());
  if (next.led) lead_on(where, sea_, FlowDrive::lead, flow.eta, next.eta.view(), next.led->view());
}

void DepthMeanFlow::advance_u(const Box& where) {
  State& next = state_[1 - now_];
  advance_east_transport(where, sea_, rules_, {next.eta.view(), now().u, next.v.view()},
                         on(Place::east_face, next), next.u.view());
}

}  // namespace seafret
