// SPDX-License-Identifier: BSD-3-Clause
#include <tuple>

#include "miniapp/cases/stratus.hpp"
#include "miniapp/config/halo_config.hpp"

namespace seafret {
namespace {

void describe_stretching(Keys& keys, LevelOptions& levels, int count) {
  keys.block("stretching", "Levels of different thickness. Without knots they are all alike.", [&] {
    keys.value({.name = "faces",
                .what = "knots: level faces of given height, counted from the ground, which is 0 "
                        "(and 1 in MONC); the faces between them are evenly spaced",
                .low = 1},
               levels.faces);
    keys.value({.name = "heights", .unit = "m", .what = "the height of each knot", .above = 0},
               levels.heights);
    keys.rule(levels.faces.size() == levels.heights.size(), "heights",
              "must be as many as there are faces");
    keys.rule(
        ascend(levels.knots(), count, levels.top), "faces",
        "must ascend with their heights, up to the number of levels at the height of the lid");
    keys.value({.name = "passes",
                .what = "how often the knots' corners are smoothed",
                .low = 0,
                .high = 1e4},
               levels.passes);
  });
}

void describe_grid(Keys& keys, StratusSettings& settings) {
  keys.value({.name = "points", .what = "columns in x and y, and levels", .low = 1, .high = 1e6},
             settings.points);
  keys.rule(settings.points[2] >= 4, "points", "must have at least 4 levels");
  keys.value(
      {.name = "spacing", .unit = "m", .what = "distance of the columns in x and y", .above = 0},
      settings.spacing);
  keys.value({.name = "top", .unit = "m", .what = "height of the lid", .above = 0},
             settings.levels.top);
  describe_stretching(keys, settings.levels, settings.points[2]);
}

void describe_air(Keys& keys, StratusSettings& settings) {
  keys.value({.name = "boussinesq",
              .what = "the same reference density everywhere; else it falls with height"},
             settings.reference.boussinesq);
  keys.value({.name = "wind",
              .unit = "m/s",
              .what = "wind along x and y at the start",
              .low = -100,
              .high = 100},
             settings.first.wind);
  keys.value({.name = "noise",
              .unit = "K",
              .what = "largest deviation from the sounding's liquid-water potential temperature",
              .low = 0,
              .high = 10},
             settings.first.noise);
  keys.value({.name = "seed", .what = "chooses the noise"}, settings.first.seed);
  keys.value({.name = "q_fields",
              .what = "water vapour, cloud water and, from the third on, passive tracers",
              .low = 2,
              .high = 1000},
             settings.q_fields);
  keys.value({.name = "advection",
              .what = "how scalars are carried",
              .choices = advection_schemes().names()},
             settings.advection);
  choose<FluxMode>(
      keys,
      {.name = "flux_swap",
       .what = "fluxes of scalars through the east faces of a rank's last column: worked out there "
               "as well, or sent by the eastern neighbour, whose first column needs them too, or "
               "sent across the edge of the grid alone (as in the public MONC)"},
      {{"recompute", FluxMode::recompute},
       {"swap", FluxMode::swap},
       {"wrap_only", FluxMode::wrap_only}},
      settings.flux_swap);
  keys.value({.name = "filter",
              .what = "Robert's time filter: the share of the time level before and after",
              .low = 0,
              .high = 0.25},
             settings.filter);
}

void describe_own_on_node(Keys& keys, std::optional<HaloOptions::OnNode>& on_node) {
  std::optional<std::string> word;
  if (on_node) word = name_of(*on_node);
  keys.value({.name = "on_node",
              .what = "what the solver does on a node; if not given, as `halo.on_node`",
              .choices = words_of<HaloOptions::OnNode>()},
             word);
  if (word) on_node = named<HaloOptions::OnNode>(*word);
}

void describe_pressure(Keys& keys, PoissonOptions& pressure) {
  keys.value({.name = "solver",
              .what = "how the pressure equation is solved",
              .choices = poisson_solvers().names()},
             pressure.solver);
  keys.value({.name = "tolerance",
              .what = "share of the source, in the Euclidean norm, at which the solver may stop",
              .above = 0,
              .high = 1},
             pressure.tolerance);
  keys.value({.name = "most_iterations",
              .what = "the solver then gives up, and the run is invalid",
              .low = 1},
             pressure.most_iterations);
  keys.value({.name = "transport",
              .what = "what carries the solver's messages; if not given, as `halo.transport`",
              .choices = transports().names()},
             pressure.transport);
  describe_own_on_node(keys, pressure.on_node);
}

/// The keys of a term that has options stand in a describe_term() of its own.
void describe_term(Keys& /*keys*/, NoOptions& /*options*/) {}

}  // namespace

void describe(Keys& keys, StratusSettings& settings) {
  keys.block("case", "", [&] { describe_air(keys, settings); });
  keys.block("grid", "The box of air, periodic in x and y.",
             [&] { describe_grid(keys, settings); });
  keys.block("pressure", "The pressure that keeps the air free of divergence.",
             [&] { describe_pressure(keys, settings.pressure); });
  std::apply([&](auto&... options) { (describe_term(keys, options), ...); }, settings.terms);
}

}  // namespace seafret
