// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/depth_mean_flow.hpp"

#include <algorithm>

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
  return {.arena = Arena::room_for(descriptions(halo_depth), owned),
          .work = LocalSea::bytes_of_fields(owned) + Stress::bytes(settings, owned)};
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

DepthMeanFlow::DepthMeanFlow(const Domain& domain, const FlowSetup& setup)
    : owned_(domain.owned()),
      rules_{.dt = setup.stepping.dt,
             .drag = setup.settings.drag,
             .linear_drag = setup.settings.linear_drag},
      sea_(setup.basin, setup.metrics, setup.prescribed(), owned_),
      stress_(setup.settings, owned_),
      tide_(setup.prescribed(), setup.settings.tide.forcings(), owned_.grown(1)),
      flather_(setup.basin, setup.metrics, setup.with_inflow(), setup.settings.tide.forcings(),
               owned_.grown(1)),
      arena_(held(owned_, setup.stepping.depth, setup.settings).arena, domain.memory()),
      state_{State(owned_, setup.stepping.depth, &arena_),
             State(owned_, setup.stepping.depth, &arena_)},
      swap_(domain,
            std::vector(3, Swapped::of(now().eta, descriptions(setup.stepping.depth)[0].halo)),
            setup.stepping.halo.named("eta, U, V")),
      overlap_(setup.stepping.overlap),
      rows_at_once_(rows_at_once_of(owned_)) {
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

void DepthMeanFlow::start_swap() {
  const FlowView<double> flow = now();
  swap_.start(std::array<Columns, 3>{flow.eta, flow.u, flow.v});
}

/// Some rows at a time, so that each unknown finds those that it needs in the cache still.
void DepthMeanFlow::advance(const Reach& where) {
  in_stages(
      where.v, rows_at_once_, [&](Rows rows) { advance_v(rows.of(where.v)); },
      [&](Rows rows) { advance_eta(rows.of(where.eta)); },
      [&](Rows rows) { advance_u(rows.of(where.u)); });
}

void DepthMeanFlow::advance_v(const Box& where) {
  advance_north_transport(where, sea_, rules_, now(), stress_.on_north(),
                          state_[1 - now_].v.view());
}

void DepthMeanFlow::advance_eta(const Box& where) {
  State& next = state_[1 - now_];
  const FlowView<const double> flow = now();
  advance_surface(where, sea_, rules_, {flow.eta, flow.u, next.v.view()}, next.eta.view());
  const double time = static_cast<double>(steps_) * rules_.dt;
  flather_.let_in(where, time, rules_.dt, flow.eta, next.eta.view());
  tide_.prescribe(where, static_cast<double>(steps_ + 1) * rules_.dt, next.eta.view());
}

void DepthMeanFlow::advance_u(const Box& where) {
  State& next = state_[1 - now_];
  advance_east_transport(where, sea_, rules_, {next.eta.view(), now().u, next.v.view()},
                         stress_.on_east(), next.u.view());
}

}  // namespace seafret
