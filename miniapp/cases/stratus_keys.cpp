// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "miniapp/cases/stratus.hpp"
#include "miniapp/cases/stratus_rules.hpp"
#include "miniapp/config/halo_config.hpp"

namespace seafret {
namespace {

void describe_grid(Keys& keys, StratusSettings& settings) {
  keys.value("points", settings.points, "columns in x and y, and levels", {.low = 1, .high = 1e6});
  keys.rule(settings.points[2] >= 4, "points", "must have at least 4 levels");
  keys.value("spacing", settings.spacing, "distance of the columns in x and y",
             {.unit = "m", .low = 1e-6, .high = 1e7});
  LevelOptions& levels = settings.levels;
  keys.value("top", levels.top, "height of the lid", {.unit = "m", .low = 1e-6, .high = 1e5});
  keys.block("stretching", "Levels of different thickness. Without knots they are all alike.", [&] {
    keys.value("faces", levels.faces,
               "knots: level faces of given height, counted from the ground, which is 0 (and 1 in "
               "MONC); the faces between them are evenly spaced",
               {.low = 1});
    keys.value("heights", levels.heights, "the height of each knot", {.unit = "m", .above = 0});
    keys.rule(levels.faces.size() == levels.heights.size(), "heights",
              "must be as many as there are faces");
    keys.rule(std::ranges::is_sorted(levels.heights, std::less_equal()), "heights", "must ascend");
    keys.rule(
        ascend(levels.knots(), settings.points[2], levels.top), "faces",
        "must ascend with their heights, up to the number of levels at the height of the lid");
    keys.value("passes", levels.passes, "how often the knots' corners are smoothed",
               {.low = 0, .high = 1e4});
    keys.used(!levels.faces.empty(), "passes", "grid.stretching.faces", "levels with knots");
  });
}

void describe_air(Keys& keys, StratusSettings& settings, std::string& flow) {
  keys.value("boussinesq", settings.reference.boussinesq,
             "the same reference density everywhere; else it falls with height");
  keys.value("density", settings.reference.density, "reference density, if boussinesq",
             {.unit = "kg/m3", .low = 1e-3, .high = 10});
  keys.used(settings.reference.boussinesq, "density", "case.boussinesq", "case.boussinesq: true");
  keys.value("theta", settings.reference.theta, "reference potential temperature",
             {.unit = "K", .low = 150, .high = 1000});
  keys.value("ground_pressure", settings.reference.ground_pressure, "of the reference state",
             {.unit = "Pa", .low = 1e4, .high = 2e5});
  keys.value("flow", flow, "what the air begins with besides sounding, wind and noise",
             {.choices = known_flows().names()});
  keys.value("components", settings.components.on,
             "what moves, heats and moistens the air besides advection and pressure",
             {.choices = ComponentOptions::names()});
  std::vector<std::string> once = settings.components.on;
  std::ranges::sort(once);
  keys.rule(std::ranges::adjacent_find(once) == once.end(), "components",
            "must not hold one of them twice");
  keys.value("budgets", settings.budgets,
             "account for the heat and the water that each of them brings");
  keys.value("wind", settings.first.wind, "wind along x and y at the start",
             {.unit = "m/s", .low = -100, .high = 100});
  keys.value(
      "frame", settings.first.frame,
      "how the frame moves over the ground in which the fields lie: with the mean wind, less "
      "is carried through the box and the time step may be longer",
      {.unit = "m/s", .low = -100, .high = 100});
  keys.value("noise", settings.first.noise,
             "largest deviation from the sounding's liquid-water potential temperature",
             {.unit = "K", .low = 0, .high = 10});
  keys.value("noise_below", settings.first.noise_below, "there is none from this height on",
             {.unit = "m", .above = 0, .high = 1e5});
  keys.value("seed", settings.first.seed, "chooses the noise");
  for (const char* key : {"noise_below", "seed"})
    keys.used(settings.first.noise > 0, key, "case.noise", "air with case.noise");
  keys.value("q_fields", settings.q_fields,
             "water vapour, cloud water and, from the third on, passive tracers",
             {.low = 2, .high = 1000});
  keys.value("advection", settings.advection, "how scalars are carried",
             {.choices = advection_schemes().names()});
  keys.value("momentum", settings.momentum, "how the wind carries its momentum",
             {.choices = momentum_schemes().names()});
  keys.choose<FluxMode>(
      "flux_swap", settings.flux_swap,
      "fluxes of scalars through the east faces of a rank's last column: worked out "
      "there as well, or sent by the eastern neighbour, whose first column needs them "
      "too, or sent across the edge of the grid alone (as in the public MONC)",
      {{"recompute", FluxMode::recompute},
       {"swap", FluxMode::swap},
       {"wrap_only", FluxMode::wrap_only}});
  keys.value("filter", settings.filter,
             "Robert's time filter: the share of the time level before and after",
             {.low = 0, .high = 0.25});
  keys.value("williams", settings.williams,
             "alpha of Williams' time filter, of wind and potential temperature: the share of what "
             "the filter changes that the present takes, while the next values take the rest; 1 is "
             "Robert's, 0.53 keeps the amplitude of waves",
             {.low = 0.5, .high = 1});
  keys.used(settings.filter > 0, "williams", "case.filter", "air with a case.filter");
}

void describe_pressure(Keys& keys, PoissonOptions& pressure) {
  keys.value("solver", pressure.solver, "how the pressure equation is solved",
             {.choices = poisson_solvers().names()});
  keys.value("tolerance", pressure.tolerance,
             "share of the divergence, in the Euclidean norm, that the solver may leave",
             {.low = 1e-14, .high = 0.1});
  keys.value("most_iterations", pressure.most_iterations,
             "the solver then gives up, and the run ends", {.low = 1});
  keys.value("transport", pressure.transport,
             "what carries the solver's messages; if not given, as `halo.transport`",
             {.choices = transports_or_auto()});
  keys.choose("on_node", pressure.on_node,
              "what the solver does on a node; if not given, as `halo.on_node`");
}

void describe_sounding(Keys& keys, SoundingKnots& sounding) {
  keys.value(
      "heights", sounding.heights,
      "where it is known, ascending; at a height given twice it jumps, beyond the first and the "
      "last it is the same",
      {.unit = "m", .low = 0});
  keys.rule(!sounding.heights.empty(), "heights", "is empty; it must have a height at least");
  keys.rule(std::ranges::is_sorted(sounding.heights), "heights", "must ascend");
  keys.value("theta_l", sounding.theta_l, "liquid-water potential temperature there",
             {.unit = "K", .low = 150, .high = 1000});
  rule_out_other_counts(keys, sounding.heights, "theta_l", sounding.theta_l);
  keys.value("total", sounding.total, "water in all there",
             {.unit = "kg/kg", .low = 0, .high = 0.1});
  rule_out_other_counts(keys, sounding.heights, "total", sounding.total);
  keys.value("u", sounding.u, "wind along x there; if not given, case.wind everywhere",
             {.unit = "m/s", .low = -100, .high = 100});
  keys.value("v", sounding.v, "and along y", {.unit = "m/s", .low = -100, .high = 100});
  if (!sounding.u.empty() || !sounding.v.empty()) {
    rule_out_other_counts(keys, sounding.heights, "u", sounding.u);
    rule_out_other_counts(keys, sounding.heights, "v", sounding.v);
  }
  keys.value("mean_theta", sounding.mean_theta, "of the layer, for its hydrostatic pressure",
             {.unit = "K", .low = 150, .high = 1000});
}

}  // namespace

void StratusCase::describe(Keys& keys) {
  keys.block("case", "", [&] { describe_air(keys, settings_, flow_name_); });
  keys.block("grid", "The box of air, periodic in x and y.",
             [&] { describe_grid(keys, settings_); });
  keys.block("pressure", "The pressure that keeps the air free of divergence.",
             [&] { describe_pressure(keys, settings_.pressure); });
  keys.block("profiles", "Means over the grid, written where `output.profiles_every` is set.", [&] {
    keys.value("inversion_water", inversion_water_,
               "water in all, below which the air lies above the inversion",
               {.unit = "kg/kg", .low = 0, .high = 0.1});
  });
  keys.block("sounding", "The air before anything moves, linear between some heights.",
             [&] { describe_sounding(keys, sounding_); });
  keys.block("case", "", [&] {
    keys.used(sounding_.u.empty(), "wind", "sounding.u", "air without sounding.u");
  });
  auto& coriolis = std::get<Coriolis::Options>(settings_.components.each);
  coriolis.first = settings_.first.wind;
  if (!sounding_.u.empty() && !sounding_.v.empty())
    coriolis.first = {sounding_.u.back(), sounding_.v.back()};
  settings_.components.describe(keys);
  sounding_.ground_pressure = settings_.reference.ground_pressure;
  settings_.first.sounding = [this](const VerticalGrid& levels) { return sounding_.on(levels); };
  rule_out(keys, settings_, sounding_);
}

}  // namespace seafret
