// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "miniapp/cases/stratus.hpp"
#include "miniapp/config/halo_config.hpp"
#include "physics/atmosphere/reference_state.hpp"

namespace seafret {
namespace {

void describe_grid(Keys& keys, StratusConfig& config) {
  keys.value({.name = "points", .what = "columns in x and y, and levels", .low = 1, .high = 1e6},
             config.points);
  keys.rule(config.points[2] >= 4, "points", "must have at least 4 levels");
  keys.value(
      {.name = "spacing", .unit = "m", .what = "distance of the columns in x and y", .above = 0},
      config.spacing);
  keys.value({.name = "top", .unit = "m", .what = "height of the lid", .above = 0}, config.top);
  keys.block("stretching", "Levels of different thickness. Without knots they are all alike.", [&] {
    keys.value({.name = "faces",
                .what = "knots: level faces of given height, counted from the ground, which is 0 "
                        "(and 1 in MONC); the faces between them are evenly spaced",
                .low = 1},
               config.faces);
    keys.value({.name = "heights", .unit = "m", .what = "the height of each knot", .above = 0},
               config.heights);
    keys.rule(config.faces.size() == config.heights.size(), "heights",
              "must be as many as there are faces");
    keys.rule(
        ascend(config.knots(), config.points[2], config.top), "faces",
        "must ascend with their heights, up to the number of levels at the height of the lid");
    keys.value({.name = "passes",
                .what = "how often the knots' corners are smoothed",
                .low = 0,
                .high = 1e4},
               config.passes);
  });
}

void describe_air(Keys& keys, StratusConfig& config) {
  keys.value({.name = "boussinesq",
              .what = "the same reference density everywhere; else it falls with height"},
             config.boussinesq);
  keys.value({.name = "wind",
              .unit = "m/s",
              .what = "wind along x and y at the start",
              .low = -100,
              .high = 100},
             config.wind);
  keys.value({.name = "noise",
              .unit = "K",
              .what = "largest deviation from the sounding's liquid-water potential temperature",
              .low = 0,
              .high = 10},
             config.noise);
  keys.value({.name = "seed", .what = "chooses the noise"}, config.seed);
  keys.value({.name = "q_fields",
              .what = "water vapour, cloud water and, from the third on, passive tracers",
              .low = 2,
              .high = 1000},
             config.q_fields);
  keys.value({.name = "advection",
              .what = "how scalars are carried",
              .choices = advection_schemes().names()},
             config.advection);
  choose<FluxMode>(
      keys,
      {.name = "flux_swap",
       .what = "fluxes of scalars through the east faces of a rank's last column: worked out there "
               "as well, or sent by the eastern neighbour, whose first column needs them too, or "
               "sent across the edge of the grid alone (as in the public MONC)"},
      {{"recompute", FluxMode::recompute},
       {"swap", FluxMode::swap},
       {"wrap_only", FluxMode::wrap_only}},
      config.flux_swap);
  keys.value({.name = "filter",
              .what = "Robert's time filter: the share of the time level before and after",
              .low = 0,
              .high = 0.25},
             config.filter);
}

void describe_pressure(Keys& keys, StratusConfig& config) {
  keys.value({.name = "solver",
              .what = "how the pressure equation is solved",
              .choices = poisson_solvers().names()},
             config.solver);
  keys.value({.name = "tolerance",
              .what = "share of the source, in the Euclidean norm, at which the solver may stop",
              .above = 0,
              .high = 1},
             config.tolerance);
  keys.value({.name = "most_iterations",
              .what = "the solver then gives up, and the run is invalid",
              .low = 1},
             config.most_iterations);
  keys.value({.name = "transport",
              .what = "what carries the solver's messages; if not given, as `halo.transport`",
              .choices = transports().names()},
             config.transport);
  keys.value({.name = "on_node",
              .what = "what the solver does on a node; if not given, as `halo.on_node`",
              .choices = words_of<HaloOptions::OnNode>()},
             config.on_node);
}

}  // namespace

void describe(Keys& keys, StratusConfig& config) {
  keys.block("case", "", [&] { describe_air(keys, config); });
  keys.block("grid", "The box of air, periodic in x and y.", [&] { describe_grid(keys, config); });
  keys.block("pressure", "The pressure that keeps the air free of divergence.",
             [&] { describe_pressure(keys, config); });
}

std::vector<Knot> StratusConfig::knots() const {
  std::vector<Knot> all;
  for (std::size_t n = 0; n < std::min(faces.size(), heights.size()); ++n)
    all.push_back({faces[n], heights[n]});
  return all;
}

VerticalGrid StratusConfig::levels() const {
  constexpr double fire_density = 1.14, theta = 287.5, ground_pressure = 101250;
  const bool even = faces.empty();
  VerticalGrid grid =
      even ? uniform_grid(points[2], top) : stretched_grid(points[2], top, knots(), passes);
  if (boussinesq)
    set_constant_density(grid, fire_density);
  else
    set_isentropic_density(grid, theta, ground_pressure);
  return grid;
}

}  // namespace seafret
