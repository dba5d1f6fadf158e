// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/stratus.hpp"

#include <utility>

#include "comms/base/timers.hpp"
#include "physics/advection/piacsek_williams.hpp"

namespace seafret {
namespace {

Box middle(const Box& owned) {
  const Box inner = owned.grown(-Stratus::reach);
  return inner.empty() ? Box{} : inner;
}

std::vector<Swapped> columns_of(const std::vector<FieldDescription>& fields) {
  std::vector<Swapped> swapped;
  swapped.reserve(fields.size());
  for (const FieldDescription& f : fields)
    swapped.push_back({f.halo, static_cast<std::size_t>(f.levels) * sizeof(double)});
  return swapped;
}

/// The divergence of a cell takes u from its western and v from its southern neighbour.
std::vector<Swapped> edges_of(int levels) {
  const std::size_t bytes = static_cast<std::size_t>(levels) * sizeof(double);
  return {{Halo{1, 0, 0, 0, false}, bytes}, {Halo{0, 0, 1, 0, false}, bytes}};
}

Buoyancy undisturbed(const FirstState& first) {
  std::vector<double> theta, vapour, liquid;
  const Sounding& s = first.sounding;
  for (std::size_t k = 0; k < s.theta_l.size(); ++k) {
    const MoistAir air = condense(s.theta_l[k], s.total[k], s.exner[k], s.pressure[k]);
    theta.push_back(air.theta - first.theta_ref);
    vapour.push_back(air.vapour);
    liquid.push_back(air.liquid);
  }
  return {first.theta_ref, theta, vapour, liquid};
}

}  // namespace

Stratus::Stratus(const Domain& domain, StratusSettings settings, const FirstState& first)
    : domain_(domain),
      settings_(std::move(settings)),
      descriptions_(
          describe_stratus(settings_.q_fields, settings_.levels.levels(), settings_.halo_depth)),
      owned_(domain_.owned()),
      interior_(settings_.overlap ? middle(owned_) : Box{}),
      rim_(rim(owned_, interior_)),
      held_(owned_.grown(settings_.halo_depth)),
      halo_(rim(held_, owned_)),
      flux_columns_(FluxSwap::columns(domain_.decomposition, settings_.flux_swap)),
      fields_(owned_, descriptions_,
              poisson_solvers().at(settings_.solver).fields(settings_.levels.levels()),
              flux_columns_.owned(domain_.comm.rank()), domain_.memory()),
      all_fields_(domain_, columns_of(descriptions_), settings_.halo.named("all fields")),
      source_edges_(domain_, edges_of(settings_.levels.levels()), settings_.halo.named("source")),
      flux_swap_(domain_, flux_columns_, settings_.flux_swap, fields_.fluxes,
                 settings_.halo.named("tvd column")),
      solver_(poisson_solvers()
                  .at(settings_.solver)
                  .make({.domain = domain_,
                         .levels = settings_.levels,
                         .dx = domain_.grid().dx,
                         .dy = domain_.grid().dy,
                         .tolerance = settings_.tolerance,
                         .most_iterations = settings_.most_iterations,
                         .halo = settings_.solver_halo.named("pressure"),
                         .memory = &fields_.arena()})),
      advection_(advection_schemes().at(settings_.advection)(
          {.levels = settings_.levels,
           .dx = domain_.grid().dx,
           .dy = domain_.grid().dy,
           .owned = owned_,
           .fields = static_cast<int>(fields_.now.scalars.size())})),
      buoyancy_(undisturbed(first)),
      time_{settings_.dt, 0} {
  first.fill(domain_.grid(), settings_.levels, fields_);
}

void Stratus::step() {
  start_swap();
  find_tendencies(interior_);
  finish_swap();
  finish_filter_in_halo();
  start_flux_swap();
  for (const Box& strip : rim_) find_tendencies(strip);
  predict_wind();
  start_source_swap();
  finish_flux_swap();
  predict_scalars();
  finish_source_swap();
  solve_pressure();
  project_wind();
  measure_divergence();
  turn_time_levels();
}

std::vector<const HaloExchange*> Stratus::swaps() const {
  std::vector<const HaloExchange*> all{&all_fields_};
  if (settings_.flux_swap != FluxMode::recompute) all.push_back(&flux_swap_.exchange());
  all.insert(all.end(), {&source_edges_, &solver_->exchange()});
  return all;
}

void Stratus::start_swap() { all_fields_.start(fields_.now.swapped); }

void Stratus::finish_swap() { all_fields_.finish(); }

void Stratus::finish_filter_in_halo() {
  SEAFRET_REGION("step/filter halo");
  for (const Box& strip : halo_)
    end_filter(strip, last_filter_, fields_.now.fields, fields_.past.fields);
}

void Stratus::start_flux_swap() {
  flux_swap_.start(*advection_, fields_.now.wind(), time_.span, fields_.past.scalars);
}

void Stratus::find_tendencies(const Box& where) {
  if (where.empty()) return;
  const auto& now = fields_.now.fields;
  const Fields tendencies = fields_.tendencies;
  {
    SEAFRET_REGION("step/scalars");
    advection_->advect(where, fields_.now.wind(), time_.span, fields_.past.scalars,
                       tendencies.subspan(stratus::theta), flux_swap_.edges(where));
  }
  SEAFRET_REGION("step/momentum");
  advect_momentum(where, mesh(), fields_.now.wind(), tendencies.first(stratus::theta));
  buoyancy_.add(where, now[stratus::theta], now[stratus::vapour], now[stratus::liquid],
                tendencies[stratus::w]);
}

void Stratus::predict_wind() {
  SEAFRET_REGION("step/predict wind");
  const TimeLevel& past = fields_.past;
  begin_filter(held_, time_.filter, past.velocities(), fields_.now.velocities());
  leap(owned_, time_.span, past.velocities(), Fields(fields_.tendencies).first(stratus::theta));
}

void Stratus::start_source_swap() {
  source_edges_.start(std::span(fields_.past.swapped).first(stratus::w));
}

void Stratus::finish_flux_swap() {
  flux_swap_.finish(Fields(fields_.tendencies).subspan(stratus::theta));
}

void Stratus::predict_scalars() {
  SEAFRET_REGION("step/predict scalars");
  const Fields past = fields_.past.scalar_fields(), now = fields_.now.scalar_fields();
  leap_and_filter(owned_, held_, time_, past, now,
                  Fields(fields_.tendencies).subspan(stratus::theta));
}

void Stratus::finish_source_swap() { source_edges_.finish(); }

void Stratus::solve_pressure() {
  SEAFRET_REGION("step/pressure");
  divergence(owned_, mesh(), fields_.past.wind(), 1 / time_.span, fields_.source);
  const PoissonSolver::Result result = solver_->solve(fields_.source, fields_.p);
  continuity_.iterations += result.iterations;
  continuity_.unfinished += result.converged ? 0 : 1;
}

void Stratus::project_wind() {
  SEAFRET_REGION("step/project");
  const Fields wind = fields_.past.velocities();
  project(owned_, mesh(), time_.span, fields_.p, wind);
  end_filter(owned_, time_.filter, wind, fields_.now.velocities());
}

void Stratus::measure_divergence() {
  SEAFRET_REGION("step/measure divergence");
  continuity_.growth += time_.span * continuity_.largest;  // of the wind that this step went with
  continuity_.span = time_.span;
  continuity_.largest = domain_.comm.max(largest_divergence(owned_, mesh(), fields_.past.wind()));
}

void Stratus::turn_time_levels() {
  std::swap(fields_.past, fields_.now);
  last_filter_ = time_.filter;
  time_ = {2 * settings_.dt, settings_.filter};
}

}  // namespace seafret
