// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/stratus_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "physics/atmosphere/constants.hpp"

namespace seafret {
namespace {

/// Air of one potential temperature ends somewhere; far below that there is next to none.
void rule_out_top(Keys& keys, double top, double theta, double ground_pressure) {
  const double end = exner(0, theta, ground_pressure) * air::heat_capacity * theta / air::gravity;
  keys.rule(top <= 0.9 * end, "top",
            fmt::format("is too high: air of {} K (case.theta, sounding.mean_theta) ends at {:.0f} "
                        "m, and has next to no pressure from nine tenths of that on",
                        theta, end));
}

bool has_end(const StratusSettings& settings, const SoundingKnots& sounding) {
  return exner(settings.levels.top, sounding.mean_theta, settings.reference.ground_pressure) > 0;
}

void rule_out_knots(Keys& keys, const SoundingKnots& sounding) {
  const std::vector<double>& z = sounding.heights;
  bool thrice = false;
  for (std::size_t n = 2; n < z.size(); ++n) thrice |= z[n - 2] == z[n];
  keys.rule(!thrice, "heights", "must not hold one height more than twice");
}

/// The air of a level, with the least or the most noise, may be none; of more than one the last is
/// told.
void rule_out_air(Keys& keys, const StratusSettings& settings, const Sounding& column,
                  const VerticalGrid& levels) {
  std::string unknown, too_wet;
  for (std::size_t k = 0; k < column.theta_l.size(); ++k)
    for (const double noise : {-settings.first.noise, settings.first.noise}) {
      const double exner = column.exner[k], pressure = column.pressure[k];
      const double theta_l = column.theta_l[k] + noise;
      const std::string here = fmt::format("{:.0f} K at {:.0f} m", theta_l * exner, levels.z[k]);
      if (!has_saturation(theta_l * exner, pressure))
        unknown = here;
      else if (!is_in_balance(theta_l, column.total[k], exner, pressure))
        too_wet = here;
    }
  keys.rule(unknown.empty(), "theta_l",
            "makes air of " + unknown + ": colder than 100 K, or so warm that water boils in it");
  keys.rule(too_wet.empty(), "total", "is more water than air of " + too_wet + " can hold");
}

/// In a cloud it may: what rises there is warmed by what condenses.
void rule_out_falling_heat(Keys& keys, const Sounding& column, std::span<const MoistAir> air) {
  bool falls = false;
  for (std::size_t k = 1; k < column.theta_l.size(); ++k)
    falls |=
        column.theta_l[k] < column.theta_l[k - 1] && air[k - 1].liquid == 0 && air[k].liquid == 0;
  keys.rule(!falls, "theta_l",
            "must not fall with height but in a cloud: the air would turn over before anything has "
            "moved it");
}

/// Air that is heavier than what comes up from below turns over.  Up to a kelvin is let be: so
/// much do soundings of layers that the sun or the sea stirs fall, where they lose vapour upwards.
void rule_out_heavy_air(Keys& keys, const StratusSettings& settings, const Sounding& column,
                        std::span<const MoistAir> air, const VerticalGrid& levels) {
  if (!settings.components.has(Buoyancy::name)) return;
  const bool condenses = settings.components.has(Condensation::name);
  const double theta_ref = settings.reference.theta;
  double lacking = 0, most = 0;  // of the lift of what has come up from anywhere below
  std::string where;
  for (std::size_t k = 1; k < air.size(); ++k) {
    const MoistAir risen = condenses ? column.risen(air[k - 1], k) : air[k - 1];
    lacking += Buoyancy::of(risen, theta_ref) - Buoyancy::of(air[k], theta_ref);
    lacking = std::max(0., lacking);
    if (lacking <= most) continue;
    most = lacking;
    where = fmt::format("{:.0f} m is {:.2g} K", levels.z[k], most * theta_ref);
  }
  keys.rule(most * theta_ref <= 1, "total",
            "and sounding.theta_l make air that would turn over before anything has moved it: what "
            "rises to " +
                where +
                " too light for what lies there (in virtual potential temperature), at most 1 K is "
                "let be");
}

/// Buoyancy is counted by the theta of reference, and pressure by sounding.mean_theta: either is
/// wrong by as much as it lies off the air.
void rule_out_far_reference(Keys& keys, const char* key, double theta,
                            std::span<const MoistAir> air) {
  constexpr double far = 0.1;
  const auto [least, most] = std::ranges::minmax(air, {}, &MoistAir::theta);
  keys.rule(theta >= (1 - far) * least.theta && theta <= (1 + far) * most.theta, key,
            fmt::format("is {:g} K, more than a tenth off the potential temperature of the "
                        "sounding's air, {:.4g} to {:.4g} K",
                        theta, least.theta, most.theta));
}

void rule_out_sounding(Keys& keys, const StratusSettings& settings, const SoundingKnots& sounding,
                       const VerticalGrid& levels) {
  keys.block("sounding", "", [&] { rule_out_knots(keys, sounding); });
  if (!sounding.is_whole()) return;
  if (!has_end(settings, sounding)) return;
  const Sounding column = sounding.on(levels);
  std::vector<MoistAir> air;
  for (std::size_t k = 0; k < column.theta_l.size(); ++k) air.push_back(column.air(k));
  keys.block("sounding", "", [&] {
    rule_out_air(keys, settings, column, levels);
    rule_out_falling_heat(keys, column, air);
    rule_out_heavy_air(keys, settings, column, air, levels);
    rule_out_far_reference(keys, "mean_theta", sounding.mean_theta, air);
  });
  keys.block("case", "",
             [&] { rule_out_far_reference(keys, "theta", settings.reference.theta, air); });
}

void rule_out_sponge(Keys& keys, const Sponge::Options& sponge, double top) {
  keys.rule(sponge.from < top, "from", "must lie below the lid, grid.top");
  keys.rule(sponge.rate_at(top) <= 1, "scale",
            "is so short that the sponge damps by more than 1 a second at the lid, grid.top");
}

void rule_out_surface(Keys& keys, const Surface::Options& surface, const VerticalGrid& levels,
                      double ground_pressure) {
  keys.rule(!surface.has_roughness() || 2 * surface.roughness <= levels.z[0], "roughness",
            fmt::format("must be no more than half the height of the lowest level's middle, {:.3g} "
                        "m",
                        levels.z[0]));
  if (surface.fluxes != Surface::Fluxes::bulk) return;
  const bool boils = !has_saturation(surface.temperature, ground_pressure);
  keys.rule(!boils, "temperature", "is that of a sea that boils under case.ground_pressure");
  if (boils || !surface.humidity) return;
  const double saturated = surface.saturated(ground_pressure);
  keys.rule(*surface.humidity <= 1.1 * saturated, "humidity",
            fmt::format("is more than 1.1 times what air of surface.temperature can hold, {:.3g}",
                        saturated));
}

}  // namespace

void rule_out(Keys& keys, const StratusSettings& settings, const SoundingKnots& sounding) {
  const LevelOptions& grid = settings.levels;
  if (settings.points[2] < 4 || !ascend(grid.knots(), settings.points[2], grid.top)) return;
  const VerticalGrid levels = settings.levels_without_air();
  keys.block("grid", "", [&] {
    keys.block("stretching", "", [&] {
      keys.rule(centres_lie_inside(levels), "faces",
                "make neighbouring levels so unlike that their middles, by interpolation, lie "
                "outside them; more passes smooth that");
    });
    rule_out_top(keys, grid.top, sounding.mean_theta, settings.reference.ground_pressure);
    if (!settings.reference.boussinesq)
      rule_out_top(keys, grid.top, settings.reference.theta, settings.reference.ground_pressure);
  });
  rule_out_sounding(keys, settings, sounding, levels);
  if (const auto* sponge = settings.components.of<Sponge>())
    keys.block(Sponge::name, "", [&] { rule_out_sponge(keys, *sponge, grid.top); });
  if (const auto* surface = settings.components.of<Surface>())
    keys.block(Surface::name, "", [&] {
      rule_out_surface(keys, *surface, levels, settings.reference.ground_pressure);
    });
}

}  // namespace seafret
