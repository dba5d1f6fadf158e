// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/stratus_fields.hpp"

#include <fmt/core.h>

#include <utility>

#include "physics/advection/flux_swap.hpp"

namespace seafret {

std::vector<FieldDescription> describe_stratus(int q_fields, int levels, int halo_depth) {
  std::vector<FieldDescription> all{
      {"u", "m s-1", "wind along x", "x_wind"},
      {"v", "m s-1", "wind along y", "y_wind"},
      {"w", "m s-1", "upward wind", "upward_air_velocity"},
      {"theta", "K", "potential temperature less that of the reference state"},
      {"qv", "kg kg-1", "water vapour", "humidity_mixing_ratio"},
      {"qc", "kg kg-1", "cloud water", "cloud_liquid_water_mixing_ratio"}};
  for (int n = 3; n <= q_fields; ++n)
    all.push_back({fmt::format("q{}", n), "kg kg-1", fmt::format("passive tracer {}", n)});
  all.push_back({"p", "m2 s-2", "pressure perturbation over reference density"});
  all[stratus::u].place = Place::east_face;
  all[stratus::v].place = Place::north_face;
  all[stratus::w].half_levels = true;
  for (FieldDescription& field : all) {
    field.time_levels = 2;
    field.levels = levels;
    field.halo = Halo::all(halo_depth);
  }
  for (std::size_t n = stratus::tracers; n < all.size(); ++n) all[n].time_levels = 3;
  all.back().time_levels = 1;
  return all;
}

std::vector<FieldDescription> describe_viscosities(int levels, const Halo& halo) {
  return {2, {.levels = levels + 1, .halo = halo}};
}

FieldDescription StratusLayout::fluxes() const {
  const std::size_t scalars = described.size() - 1 - stratus::theta;  // the last is the pressure
  return FluxSwap::description(static_cast<int>(scalars), described.back().levels);
}

std::vector<FieldDescription> StratusLayout::work() const {
  std::vector<FieldDescription> all(described.begin(), described.begin() + stratus::tracers);
  all.push_back(described.back());
  for (FieldDescription& field : all) {
    field.halo = {};
    field.time_levels = 1;
  }
  return all;
}

Held StratusLayout::held() const {
  Held held{.arena = Arena::room_for(described, owned) + solver.arena +
                     Arena::room_for(fluxes(), flux_columns) + Arena::room_for(viscosities, owned),
            .work = solver.work};
  for (const auto& fields : {work(), work_of_others})
    for (const FieldDescription& field : fields) held.work += field.bytes(owned);
  return held;
}

StratusFields::StratusFields(const StratusLayout& layout, std::pmr::memory_resource* memory)
    : arena_(layout.held().arena, memory) {
  const auto others = std::span(layout.described).first(layout.described.size() - 1);
  memory_.reserve(3 * others.size() + 3 + layout.viscosities.size());
  const auto make = [&](const Box& owned, const FieldDescription& field, auto*... from) {
    return memory_.emplace_back(owned, field, from...).view();
  };
  p = make(layout.owned, layout.described.back(), &arena_);
  past = make_level(layout.owned, others);
  now = make_level(layout.owned, others);
  fluxes = make(layout.flux_columns, layout.fluxes(), &arena_);
  for (const FieldDescription& field : layout.viscosities)
    viscosities.push_back(make(layout.owned, field, &arena_));
  for (const FieldDescription& field : layout.work())
    tendencies.push_back(make(layout.owned, field));
  source = tendencies.back();
  tendencies.pop_back();
  for (const FieldDescription& field : others.subspan(stratus::tracers))
    tendencies.push_back(make(layout.owned, field, &arena_));
  for (const FieldView<double>& t : tendencies) t.fill(0.0);
}

void StratusFields::turn() {
  std::swap(past, now);
  for (std::size_t f = stratus::tracers; f < now.fields.size(); ++f) {
    std::swap(now.fields[f], tendencies[f]);
    now.scalars[f - stratus::theta] = now.fields[f];
    now.swapped[f] = now.fields[f];
  }
}

TimeLevel StratusFields::make_level(const Box& owned, std::span<const FieldDescription> described) {
  TimeLevel level;
  for (const FieldDescription& field : described)
    level.fields.push_back(memory_.emplace_back(owned, field, &arena_).view());
  const Fields scalars = level.scalar_fields();
  level.scalars.assign(scalars.begin(), scalars.end());
  level.swapped.assign(level.fields.begin(), level.fields.end());
  level.swapped.emplace_back(p);
  return level;
}

}  // namespace seafret
