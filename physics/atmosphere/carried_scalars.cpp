// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/carried_scalars.hpp"

#include "comms/base/timers.hpp"

namespace seafret {
namespace {

/// Halo columns get the values of those that they are copies of.
void fill_with(const Grid& grid, const CarriedSetup::ValueAt& value, FieldView<double> field) {
  for (int j = field.box.y0; j < field.box.y1; ++j)
    for (int i = field.box.x0; i < field.box.x1; ++i)
      for (int k = 0; k < field.levels; ++k)
        field(i, j, k) = value(wrapped(i, grid.nx), wrapped(j, grid.ny), k);
}

void close_lid(FieldView<double> w) {
  for (int j = w.box.y0; j < w.box.y1; ++j)
    for (int i = w.box.x0; i < w.box.x1; ++i) w(i, j, w.levels - 1) = 0;
}

FieldDescription tendency_of(FieldDescription field) {
  field.halo = {};
  return field;
}

}  // namespace

Held CarriedScalars::held(const Domain& domain, const CarriedSetup& setup) {
  const Box owned = domain.owned();
  Held held{.arena = Arena::room_for(setup.scalars, owned),
            .work = 3 * setup.of_wind().bytes(owned)};
  for (const FieldDescription& f : setup.scalars) held.work += tendency_of(f).bytes(owned);
  for (const FieldDescription& f : advection_schemes().at(setup.scheme).work(setup.levels.levels()))
    held.work += f.bytes(owned);
  return held;
}

CarriedScalars::CarriedScalars(const Domain& domain, const CarriedSetup& setup,
                               const Stepping& stepping)
    : dt_(stepping.dt),
      owned_(domain.owned()),
      interior_(stepping.overlap ? owned_.grown(-reach) : Box{}),
      rim_(rim(owned_, interior_)),
      arena_(held(domain, setup).arena, domain.memory()),
      scheme_(advection_schemes()
                  .at(setup.scheme)
                  .make({.mesh = mesh_of(setup.levels, domain.grid()),
                         .owned = owned_,
                         .fields = static_cast<int>(setup.scalars.size())})),
      exchange_(domain, columns_of(setup.scalars), stepping.halo.named("scalars")) {
  for (const CarriedSetup::ValueAt& component : setup.wind) {
    wind_.emplace_back(owned_, setup.of_wind());
    fill_with(domain.grid(), component, wind_.back().view());
  }
  close_lid(wind_.back().view());
  memory_.reserve(2 * setup.scalars.size());
  for (std::size_t s = 0; s < setup.scalars.size(); ++s) {
    scalars_.push_back(memory_.emplace_back(owned_, setup.scalars[s], &arena_).view());
    fill_with(domain.grid(), setup.first[s], scalars_.back());
    tendencies_.push_back(memory_.emplace_back(owned_, tendency_of(setup.scalars[s])).view());
    const FieldView<double>& t = tendencies_.back();
    t.fill(0.);
  }
  carried_.assign(scalars_.begin(), scalars_.end());
  swapped_.assign(scalars_.begin(), scalars_.end());
}

void CarriedScalars::step() {
  exchange_.start(swapped_);
  advect(interior_);
  exchange_.finish();
  for (const Box& strip : rim_) advect(strip);
  SEAFRET_REGION("step/forward");
  leap(owned_, dt_, scalars_, tendencies_);
}

void CarriedScalars::advect(const Box& where) {
  if (where.empty()) return;
  SEAFRET_REGION("step/scalars");
  scheme_->advect(where, wind(), dt_, carried_, tendencies_);
}

}  // namespace seafret
