// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/flow/depth_mean_flow.hpp"

#include <utility>

#include "comms/base/timers.hpp"
#include "physics/row_stages.hpp"

namespace seafret {
namespace {

/// As many rows as take this much of what a step reads and writes, ten numbers a wet column. Each
/// step that goes with it, a row behind, keeps another row in the cache.
int rows_at_once_of(const Box& box, std::int64_t wet) {
  constexpr std::int64_t share = 256 << 10, column = 10 * sizeof(double);
  const std::int64_t rows = std::max(1, box.height());
  return static_cast<int>(
      std::clamp(share * rows / (column * std::max(std::int64_t{1}, wet)), std::int64_t{1}, rows));
}

/// Still water. What is not wet keeps no surface, and a closed face no transport for ever; the halo
/// is left to the first swap.
void come_to_rest(const FlowView<double>& flow, const Basin& basin, double level, const Box& owned,
                  int halo) {
  const Grid& grid = basin.grid;
  const Box all = owned.grown(halo);
  for (int j = all.y0; j < all.y1; ++j)
    for (int i = all.x0; i < all.x1; ++i) {
      const bool mine = owned.contains(i, j);
      if (mine && grid.wet(Place::centre, i, j))
        flow.eta(i, j) = std::max(level, -basin.depth_at(i, j));
      if (mine || !grid.wet(Place::east_face, i, j)) flow.u(i, j) = 0;
      if (mine || !grid.wet(Place::north_face, i, j)) flow.v(i, j) = 0;
    }
}

}  // namespace

std::vector<FieldDescription> DepthMeanFlow::descriptions(const Halo& halo) {
  std::vector<FieldDescription> all{
      {"eta", "m", "height of the surface over its rest",
       "sea_surface_height_above_mean_sea_level"},
      {"U", "m2 s-1", "transport to the east, a metre of width", "", Place::east_face},
      {"V", "m2 s-1", "transport to the north, a metre of width", "", Place::north_face}};
  for (FieldDescription& field : all) {
    field.halo = halo;
    field.time_levels = 2;
  }
  return all;
}

Held DepthMeanFlow::held(const Box& owned, int halo_depth, const FlowSettings& settings) {
  const int halo = settings.halo(halo_depth);
  const std::vector<FieldDescription> all = descriptions(held_round(owned, halo));
  const std::size_t drive =
      settings.driven ? Arena::room_for(all[0], owned) + FlowDrive::room_for(owned, halo) : 0;
  const std::size_t saved = settings.saves_water() ? Arena::room_for(all[0], owned) : 0;
  return {.arena = Arena::room_for(all, owned) + drive + saved,
          .work = LocalSea::bytes_of_fields(owned, halo) +
                  (settings.stress || settings.wind ? WindStress::bytes(owned, halo) : 0) +
                  (settings.roughness > 0 ? RoughBottom::bytes(owned, halo) : 0) +
                  (settings.in_full() ? ShallowWater::bytes(owned, halo) : 0)};
}

FlowDrive::Faces::Faces(const Box& owned, int halo, std::pmr::memory_resource* memory)
    : stress(owned, FaceDepths::description(owned, halo), memory),
      kept(owned, FaceDepths::description(owned, halo), memory),
      moved(owned, FaceDepths::description(owned, halo), memory) {
  for (const auto& [field, value] :
       {std::pair{stress.view(), 0.}, {kept.view(), 1.}, {moved.view(), 0.}})
    field.fill(value);
}

std::size_t FlowDrive::room_for(const Box& owned, int halo) {
  return 6 * Arena::room_for(FaceDepths::description(owned, halo), owned);
}

DepthMeanFlow::State::State(const Box& owned, int halo, const FlowSettings& settings,
                            std::pmr::memory_resource* memory)
    : State(owned, descriptions(held_round(owned, halo)), settings, memory) {}

DepthMeanFlow::State::State(const Box& owned, const std::vector<FieldDescription>& all,
                            const FlowSettings& settings, std::pmr::memory_resource* memory)
    : eta(owned, all[0], memory), u(owned, all[1], memory), v(owned, all[2], memory) {
  if (settings.driven) led.emplace(owned, all[0], memory);
  if (!settings.saves_water()) return;
  constexpr double plenty = 1e30;  // m: of cells whose surface is prescribed for ever
  allowance.emplace(owned, all[0], memory);
  allowance->view().fill(plenty);
}

/// In few words: U wants eta at the east of it, V and so eta around it, and so on backwards.
std::vector<DepthMeanFlow::Stage> DepthMeanFlow::stages(const FlowSettings& settings) {
  using Flow = DepthMeanFlow;
  if (!settings.in_full())
    return {{&Flow::advance_v, {.east = 1, .south = 1}, {.west = 1, .north = 1}, Place::north_face},
            {&Flow::advance_eta, {.east = 1}, {.west = 1, .south = 1, .north = 1}},
            {&Flow::advance_u, {}, Halo::all(1), Place::east_face}};
  return {{&Flow::find_currents_u, {2, 2, 2, 2}, {.east = 1}},
          {&Flow::find_currents_v, {2, 3, 3, 2}, {.north = 1}},
          {&Flow::find_shares, {1, 2, 2, 2}, {1, 1, 1, 1}},
          {&Flow::find_fluxes, {1, 1, 2, 1}, {1, 2, 1, 2}},
          {&Flow::advance_eta_in_full, {0, 1, 1, 1}, {2, 2, 2, 2}},
          {&Flow::advance_v_in_full, {.east = 1, .south = 1}, {2, 3, 2, 3}, Place::north_face},
          {&Flow::advance_u_in_full, {}, {2, 4, 3, 3}, Place::east_face}};
}

DepthMeanFlow::DepthMeanFlow(const Domain& domain, const FlowSetup& setup)
    : owned_(domain.owned()),
      reach_(setup.settings.reach()),
      swapped_(setup.settings.swapped(setup.stepping.depth)),
      halo_(setup.settings.halo(setup.stepping.depth)),
      stages_(stages(setup.settings)),
      rules_(setup.settings.rules(setup.stepping.dt)),
      sea_(setup.basin, setup.metrics, setup.prescribed(), owned_, halo_),
      wind_(setup.settings.stress, setup.settings.wind, owned_, halo_),
      rough_(sea_, rules_, setup.settings.level, owned_, halo_),
      tide_(setup.prescribed(), setup.settings.tide.forcings(), owned_.grown(halo_),
            setup.settings.level),
      flather_(setup.basin, setup.metrics, setup.with_inflow(), setup.settings.tide.forcings(),
               owned_.grown(halo_), setup.settings.level, setup.settings.dry_depth),
      arena_(held(owned_, halo_, setup.settings).arena, domain.memory()),
      state_{State(owned_, halo_, setup.settings, &arena_),
             State(owned_, halo_, setup.settings, &arena_)},
      swap_(domain, std::vector(columns_now().size(), Swapped::of(now().eta, swapped_halo())),
            setup.stepping.halo.named("eta, U, V")),
      alone_(domain.comm.size() == 1),
      overlap_(setup.stepping.overlap && !stages_.back().without_halo(owned_).empty()),
      rows_at_once_(rows_at_once_of(owned_, count_wet(setup.basin.grid, owned_))) {
  if (setup.settings.driven) drive_.emplace(owned_, halo_, &arena_);
  if (setup.settings.in_full()) full_.emplace(setup.basin, rules_, owned_, halo_);
  for (State& state : state_)
    come_to_rest(state.view(), setup.basin, setup.settings.level, owned_, halo_);
  keep_film();
}

void DepthMeanFlow::keep_film() {
  if (!state_[now_].allowance) return;
  const FieldView<double> eta = state_[now_].eta.view();
  for_each_point(sea_.wet_cells, owned_, [&](int i, int j) {
    eta(i, j) = std::max(eta(i, j), 0.5 * rules_.dry_depth - full_->depth()(i, j));
  });
}

void DepthMeanFlow::step(int times) {
  if (!drive_) flather_.forget();
  wind_.change(sea_, (static_cast<double>(steps_) + 0.5 * times) * rules_.dt);
  while (times > 0) times -= step_together(times);
}

/// In full the stages of two steps share their working memory.
int DepthMeanFlow::step_together(int times) {
  const bool swaps = alone_ || unused_ < reach_, early = swaps && overlap_;
  if (swaps) {
    swap_.start(to_swap());
    if (early) {
      SEAFRET_REGION("ocean/interior");
      advance(1, [&](const Stage& stage, int) { return stage.without_halo(owned_); });
    }
    swap_.finish();
    unused_ = swapped_;
  }
  if (drive_) unused_ = std::min(unused_, times * reach_);
  const int held = alone_ ? most_together : unused_ / reach_;
  const int together = early || full_ ? 1 : std::min({times, held, most_together});
  const auto left_by = [&](int step) {
    return alone_ ? owned_ : owned_.grown((unused_ / reach_ - 1 - step) * reach_);
  };
  {
    SEAFRET_REGION("ocean/rim");
    if (early) {
      for (const Stage& stage : stages_)
        for (const Box& b : rim(stage.for_all(left_by(0)), stage.without_halo(owned_)))
          (this->*stage.work)(b);
    } else {
      advance(together, [&](const Stage& stage, int step) { return stage.for_all(left_by(step)); });
    }
  }
  fresh_ = false;
  unused_ -= together * reach_;
  now_ = (now_ + static_cast<std::size_t>(together)) % 2;
  steps_ += together;
  return together;
}

void DepthMeanFlow::forget_moved() {
  for (FlowDrive::Faces* faces : {&drive_->east, &drive_->north}) faces->moved.view().fill(0.);
  flather_.forget();
  fresh_ = true;
}

void DepthMeanFlow::refresh_halos() {
  swap_.start(to_swap());
  swap_.finish();
}

std::span<const Columns> DepthMeanFlow::columns_now() {
  const FlowView<double> flow = now();
  columns_ = {flow.eta, flow.u, flow.v};
  State& state = state_[now_];
  std::size_t count = 3;
  if (state.led) columns_[count++] = state.led->view();
  if (state.allowance) columns_[count++] = state.allowance->view();
  return std::span(columns_).first(count);
}

/// At first the surface goes nowhere.
std::span<const Columns> DepthMeanFlow::to_swap() {
  if (std::optional<Field<>>& led = state_[now_].led; led && steps_ == 0)
    lead_on(owned_, sea_, 0, now().eta, now().eta, led->view());
  return columns_now();
}

/// The first of the steps works furthest out.
Halo DepthMeanFlow::drive_beyond(Place faces) const {
  Halo all = std::ranges::find(stages_, std::optional(faces), &Stage::driven)->beyond;
  for (int* const side : {&all.west, &all.east, &all.south, &all.north})
    *side += (swapped_ / reach_ - 1) * reach_;
  return all;
}

FaceForces DepthMeanFlow::on(Place place, const State& surface) {
  if (!drive_) return {.stress = wind_.on(place), .drag = rough_.on(place)};
  FlowDrive::Faces& faces = place == Place::east_face ? drive_->east : drive_->north;
  return {faces.stress.view(), faces.kept.view(), faces.moved.view(), surface.led->view(),
          rough_.on(place)};
}

/// Some rows at a time, so that each stage finds what it needs in the cache still. A step writes
/// where the one before it has read: it comes a row behind the last stage of that, which looks at
/// no row behind its own but of what that step has made itself. Within a step only what looks at
/// rows before its own must wait for them: of a plain step, nothing.
template <class BoxOf>
void DepthMeanFlow::advance(int steps, BoxOf box) {
  const auto stages = static_cast<int>(stages_.size());
  const auto stage = [&](int turn) -> const Stage& {
    return stages_[static_cast<std::size_t>(turn % stages)];
  };
  Box all;
  for (int turn = 0; turn < steps * stages; ++turn)
    all = hull(all, box(stage(turn), turn / stages));
  const std::size_t first = now_;
  const std::int64_t before = steps_;
  const auto behind = [&](int turn) { return full_ ? turn : turn / stages; };
  in_turns(all, rows_at_once_, steps * stages, behind, [&](int turn, Rows rows) {
    const int step = turn / stages;
    now_ = (first + static_cast<std::size_t>(step)) % 2;
    steps_ = before + step;
    (this->*stage(turn).work)(rows.of(box(stage(turn), step)));
  });
  now_ = first;
  steps_ = before;
}

void DepthMeanFlow::advance_v(const Box& where) {
  advance_north_transport(where, sea_, rules_, now(), on(Place::north_face, state_[now_]),
                          state_[1 - now_].v.view());
}

void DepthMeanFlow::advance_eta(const Box& where) {
  const FlowView<const double> flow = now();
  move_surface(where, {flow.eta, flow.u, state_[1 - now_].v.view()});
}

void DepthMeanFlow::advance_u(const Box& where) {
  State& next = state_[1 - now_];
  advance_east_transport(where, sea_, rules_, {next.eta.view(), now().u, next.v.view()},
                         on(Place::east_face, next), next.u.view());
}

void DepthMeanFlow::move_surface(const Box& where, const FlowView<const double>& moved_by) {
  const FieldView<double> next = state_[1 - now_].eta.view();
  advance_surface(where, sea_, rules_, moved_by, next);
  const double time = static_cast<double>(steps_) * rules_.dt;
  flather_.let_in(where, time, rules_.dt, moved_by.eta, next);
  tide_.prescribe(where, static_cast<double>(steps_ + 1) * rules_.dt, next);
  if (std::optional<Field<>>& led = state_[1 - now_].led)
    lead_on(where, sea_, FlowDrive::lead, moved_by.eta, next, led->view());
  if (watch_) watch_(where, {next, moved_by.u, moved_by.v});
}

}  // namespace seafret
