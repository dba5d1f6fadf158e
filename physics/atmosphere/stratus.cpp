// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/stratus.hpp"

#include <algorithm>
#include <utility>

#include "comms/base/timers.hpp"
#include "physics/row_stages.hpp"

namespace seafret {
namespace {

/// The divergence of a cell takes u from its western and v from its southern neighbour.
std::vector<Swapped> edges_of(int levels) {
  const std::size_t bytes = static_cast<std::size_t>(levels) * sizeof(double);
  return {{Halo{1, 0, 0, 0, false}, bytes}, {Halo{0, 0, 1, 0, false}, bytes}};
}

std::vector<Swapped> swapped_viscosities(std::span<const FieldDescription> fields) {
  std::vector<Swapped> swapped = columns_of(fields);
  for (Swapped& field : swapped) field.halo = Halo::all(Stratus::reach);
  return swapped;
}

/// What the schemes of advection work with.
std::vector<FieldDescription> work_of_advection(const StratusSettings& settings, int levels) {
  std::vector<FieldDescription> all = advection_schemes().at(settings.advection).work(levels);
  for (const FieldDescription& field : momentum_schemes().at(settings.momentum).work(levels))
    all.push_back(field);
  return all;
}

StratusLayout layout_on(const Domain& domain, const StratusSettings& settings, int depth) {
  const int levels = settings.points[2];
  const auto described =
      describe_stratus(settings.q_fields, levels, depth == 0 ? Stratus::reach : depth);
  return {.owned = domain.owned(),
          .flux_columns =
              FluxSwap::columns(domain.decomposition, settings.flux_swap).owned(domain.comm.rank()),
          .described = described,
          .viscosities = settings.components.mix()
                             ? describe_viscosities(levels, described.front().halo)
                             : std::vector<FieldDescription>(),
          .solver = poisson_solvers().at(settings.pressure.solver).held(domain, levels),
          .work_of_others = work_of_advection(settings, levels)};
}

}  // namespace

Held Stratus::held(const Domain& domain, const StratusSettings& settings, int depth) {
  return layout_on(domain, settings, depth).held();
}

Stratus::Stratus(const Domain& domain, StratusSettings settings, const Stepping& stepping)
    : domain_(domain),
      settings_(std::move(settings)),
      dt_(stepping.dt),
      levels_(settings_.vertical_grid()),
      layout_(layout_on(domain_, settings_, stepping.depth)),
      mixes_(settings_.components.mix()),
      owned_(domain_.owned()),
      interior_(stepping.overlap ? owned_.grown(-reach - (mixes_ ? 1 : 0)) : Box{}),
      unmixed_interior_(stepping.overlap ? owned_.grown(-1) : Box{}),
      rim_(rim(owned_, interior_)),
      unmixed_rim_(rim(owned_, unmixed_interior_)),
      held_(owned_.grown(descriptions().front().halo)),
      halo_(rim(held_, owned_)),
      flux_columns_(FluxSwap::columns(domain_.decomposition, settings_.flux_swap)),
      fields_(layout_, domain_.memory()),
      swapped_(fields_.now.swapped),
      all_fields_(domain_, columns_of(descriptions()), stepping.halo.named("all fields")),
      source_edges_(domain_, edges_of(levels_.levels()), stepping.halo.named("source")),
      flux_swap_(domain_, flux_columns_, settings_.flux_swap, fields_.fluxes,
                 stepping.halo.named("tvd column")),
      solver_(poisson_solvers()
                  .at(settings_.pressure.solver)
                  .make({.domain = domain_,
                         .levels = levels_,
                         .options = settings_.pressure,
                         .halo = settings_.pressure.halo(stepping.halo).named("pressure"),
                         .memory = &fields_.arena()})),
      advection_(advection_schemes()
                     .at(settings_.advection)
                     .make({.mesh = mesh(),
                            .owned = owned_,
                            .fields = static_cast<int>(fields_.now.scalars.size())})),
      momentum_(momentum_schemes().at(settings_.momentum).make({.mesh = mesh(), .owned = owned_})),
      scalars_in_the_middle_(advection_schemes().at(settings_.advection).promises.in_the_middle),
      components_(settings_.components,
                  {.mesh = mesh(),
                   .reference = settings_.reference,
                   .sounding = settings_.first.column(levels_),
                   .frame = settings_.first.frame,
                   .condenses = settings_.components.has(Condensation::name)}) {
  if (mixes_)
    viscosities_.emplace(domain_, swapped_viscosities(layout_.viscosities),
                         stepping.halo.named("viscosities"));
  settings_.first.fill(domain_.grid(), levels_, settings_.reference.theta, fields_);
  if (mixes_) {  // for those who ask for viscosities before the first step
    Moment first = moment();
    first.span = dt_;
    components_.mix(owned_, first);
  }
  continuity_.largest = domain_.comm.max(largest_divergence(owned_, mesh(), fields_.now.wind()));
  if (!settings_.budgets) return;
  ledger_.emplace(mesh(), settings_.first.sounding(levels_), settings_.components.on);
  ledger_->open(owned_, fields_.now);
}

void Stratus::step() {
  plan_leap();
  all_fields_.start(swapped());
  components_.prepare(domain_, moment());
  find_viscosities({&unmixed_interior_, 1});
  find_tendencies(interior_);
  all_fields_.finish();
  finish_filter_in_halo();
  find_and_swap_viscosities();
  flux_swap_.start(*advection_, fields_.now.wind(), time_.span(), carried(), mixing());
  for (const Box& strip : rim_) find_tendencies(strip);
  predict_wind();
  source_edges_.start(std::span(next().swapped).first(stratus::w));
  flux_swap_.finish(Fields(fields_.tendencies).subspan(stratus::theta), carried(), tracers_along());
  predict_scalars();
  close_accounts();
  source_edges_.finish();
  solve_pressure();
  project_wind();
  measure_divergence();
  fields_.turn();
}

/// A leap spans the step before and this one; the first step goes forward.
void Stratus::plan_leap() {
  const double span = last_dt_ + dt_;
  const double filter = steps_ == 0 ? 0 : settings_.filter;
  last_ = time_;
  time_ = {Leapfrog::filtered(span, filter, settings_.williams), {span, Leapfrog::whole(filter)}};
  last_dt_ = dt_;
  ++steps_;
}

void Stratus::swap() {
  all_fields_.start(swapped());
  all_fields_.finish();
}

void Stratus::show_top_fluxes(const ScalarAdvection::SeeFluxes& see) {
  swap();
  if (steps_ == 0) swap_viscosities();  // before the first step their halo is empty
  advection_->show_top_fluxes(owned_, fields_.now.wind(), last_dt_ + dt_,
                              std::span(carried()).first(stratus::tracers - stratus::theta), see,
                              mixing());
}

std::vector<double> Stratus::waves() const {
  const auto* const buoyancy = components_.of<Buoyancy>();
  return buoyancy != nullptr ? Buoyancy::waves(buoyancy->mean(), levels_) : std::vector<double>();
}

std::vector<const Exchange*> Stratus::swaps() const {
  std::vector<const Exchange*> all{&all_fields_};
  if (viscosities_) all.push_back(&*viscosities_);
  if (settings_.flux_swap != FluxMode::recompute) all.push_back(&flux_swap_.exchange());
  all.push_back(&source_edges_);
  for (const Exchange* swap : solver_->exchanges()) all.push_back(swap);
  return all;
}

/// Scalars of the time level that is carried: where that is the past one, nobody looks at the
/// present ones beyond the edge.
std::span<const Columns> Stratus::swapped() {
  swapped_ = (scalars_in_the_middle_ ? fields_.now : fields_.past).swapped;
  std::copy_n(fields_.now.swapped.begin(), stratus::theta, swapped_.begin());
  return swapped_;
}

void Stratus::finish_filter_in_halo() {
  SEAFRET_REGION("step/filter halo");
  const TimeLevel &next = fields_.now, &now = fields_.past;  // of the step before
  for (const Box& strip : halo_) {
    end_filter(strip, last_.waves.filter, next.velocities(), now.velocities());
    if (!scalars_in_the_middle_) continue;
    end_filter(strip, last_.waves.filter, next.theta(), now.theta());
    end_filter(strip, last_.q.filter, next.moist_fields(), now.moist_fields());
    filter(strip, last_.q.filter, fields_.tracers_before_past(), now.tracers(), next.tracers());
  }
}

Moment Stratus::moment() const {
  Moment moment{fields_.past, fields_.now, time_.span()};
  if (mixes_) moment.viscosities = {fields_.viscosities[0], fields_.viscosities[1]};
  return moment;
}

Mixing Stratus::mixing() const {
  if (!mixes_) return {};
  return {fields_.viscosities[1], fields_.past.scalars};
}

/// What is carried in the middle of the leap may not be filtered yet.
LeapAlong Stratus::tracers_along() const {
  LeapAlong along{stratus::tracers - stratus::theta, time_.q.span, time_.q.filter};
  if (!scalars_in_the_middle_) along.now = fields_.now.scalar_fields();
  return along;
}

void Stratus::find_viscosities(std::span<const Box> where) {
  if (!mixes_) return;
  SEAFRET_REGION("step/subgrid");
  for (const Box& box : where)
    if (!box.empty()) components_.mix(box, moment());
}

void Stratus::find_and_swap_viscosities() {
  find_viscosities(unmixed_rim_);
  swap_viscosities();
}

void Stratus::swap_viscosities() {
  if (!mixes_) return;
  viscosities_->start(std::array<Columns, 2>{fields_.viscosities[0], fields_.viscosities[1]});
  viscosities_->finish();
}

void Stratus::find_tendencies(const Box& where) {
  if (where.empty()) return;
  const Fields tendencies = fields_.tendencies;
  {
    SEAFRET_REGION("step/components");
    components_.add(where, moment(), tendencies, kept_ledger());
  }
  {
    SEAFRET_REGION("step/scalars");
    advection_->advect(where, fields_.now.wind(), time_.span(), carried(),
                       tendencies.subspan(stratus::theta), flux_swap_.edges(where), mixing(),
                       tracers_along());
  }
  SEAFRET_REGION("step/momentum");
  momentum_->advect(where, fields_.past.wind(), fields_.now.wind(), time_.span(),
                    tendencies.first(stratus::theta));
}

void Stratus::predict_wind() {
  SEAFRET_REGION("step/predict wind");
  leap_and_begin_filter(owned_, held_, time_.waves, fields_.past.velocities(),
                        fields_.now.velocities(), Fields(fields_.tendencies).first(stratus::theta));
}

/// Components adjust the tendencies of theta, vapour and cloud water when all else has been added;
/// these then leap, row by row while they are in the cache.
void Stratus::predict_scalars() {
  SEAFRET_REGION("step/predict scalars");
  const TimeLevel &past = fields_.past, &now = fields_.now;
  const Fields tendencies = fields_.tendencies;
  const Box filtered = scalars_in_the_middle_ ? held_ : owned_;
  by_rows(filtered, [&](Rows rows) {
    const Box owned = rows.of(owned_), held = rows.of(filtered);
    if (!owned.empty()) components_.adjust(owned, moment(), tendencies, kept_ledger());
    leap_and_filter(owned, held, time_.waves, past.theta(), now.theta(),
                    tendencies.subspan(stratus::theta, 1));
    leap_and_filter(owned, held, time_.q, past.moist_fields(), now.moist_fields(),
                    tendencies.subspan(stratus::vapour, 2));
  });
  if (scalars_in_the_middle_)
    leap_onwards(owned_, time_.q, past.tracers(), now.tracers(),
                 tendencies.subspan(stratus::tracers));
}

void Stratus::close_accounts() {
  if (ledger_) ledger_->close(domain_, {time_.waves, time_.q, time_.waves});
}

void Stratus::solve_pressure() {
  SEAFRET_REGION("step/pressure");
  divergence(owned_, mesh(), next().wind(), 1 / time_.waves.pressed(), fields_.source);
  const PoissonSolver::Result result = solver_->solve(fields_.source, fields_.p);
  continuity_.iterations += result.iterations;
  expect_converged(result, settings_.pressure, steps_);
}

void Stratus::project_wind() {
  SEAFRET_REGION("step/project");
  const Fields wind = next().velocities();
  project(owned_, mesh(), time_.waves.pressed(), fields_.p, wind);
  end_filter(owned_, time_.waves.filter, wind, fields_.now.velocities());
}

void Stratus::measure_divergence() {
  SEAFRET_REGION("step/measure divergence");
  double& growth = growth_[static_cast<std::size_t>(steps_ % 2)];
  growth += time_.span() * continuity_.largest;  // of the wind that this step went with
  continuity_.growth = std::max(continuity_.growth, growth);
  continuity_.span = time_.waves.pressed();
  continuity_.largest = domain_.comm.max(largest_divergence(owned_, mesh(), next().wind()));
}

}  // namespace seafret
