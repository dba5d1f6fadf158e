// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <functional>

#include "miniapp/cases/coastal.hpp"
#include "miniapp/cases/level_keys.hpp"
#include "miniapp/config/halo_config.hpp"
#include "miniapp/files/forcing_file.hpp"

namespace seafret {
namespace {

void describe_tide(Keys& keys, CoastalConfig& config) {
  TideOptions& tide = config.flow.tide;
  keys.value("amplitude", tide.amplitude,
             "of M2 at knots that stand at equal distances along the open boundary, from its first "
             "cell to its last; between them amplitude and phase are interpolated together, as a "
             "complex number",
             {.unit = "m", .low = 0, .high = highest_tidal_amplitude});
  keys.rule(!tide.amplitude.empty(), "amplitude", "must have at least one entry");
  keys.value("phase", tide.phase, "lag behind Greenwich at the same knots",
             {.unit = "degrees", .low = -farthest_phase, .high = farthest_phase});
  keys.rule(tide.phase.size() == tide.amplitude.size(), "phase",
            "must be as many as there are amplitudes");
  keys.value("constituents", config.constituents,
             "table (CSV) of more constituents, or of M2 instead of the two keys above: columns "
             "constituent, knot, amplitude_m and phase_deg, and for `boundary.kind: flather` maybe "
             "transport_m2s (inward) and transport_deg; none if empty");
  keys.value("gauges", config.gauges,
             "table (CSV) of observed tides to compare with: columns name, lon, lat, M2_amp_m and "
             "M2_G_deg, maybe source and the like of other constituents; none if empty");
  keys.value(
      "largest_error", config.largest_error,
      "median of the vector errors of M2 at the gauges, and of another constituent as much "
      "of it as it is of M2 there: a tide farther off is not valid. A run is too short to tell, "
      "and says so, until four tides have gone and as many more as tell the constituents "
      "apart: one of M2 alone",
      {.unit = "m", .above = 0});
  keys.used(!config.gauges.empty(), "largest_error", "tide.gauges", "a tide with tide.gauges");
  keys.value("amphidromes", config.amphidromes,
             "table (CSV) of published amphidromes of M2 to compare with: columns name, lon, lat "
             "and source; a tide that misses more than a quarter of them, or has others where it "
             "is deep, is not valid; none if empty");
}

void describe_water(Keys& keys, CoastalConfig& config) {
  WaterProfiles& water = config.water;
  keys.value("depths", water.depths, "where temperature and salinity are given; they must ascend",
             {.unit = "m", .low = 0});
  keys.rule(!water.depths.empty() && std::ranges::is_sorted(water.depths, std::less_equal()),
            "depths", "must ascend, and be one at least");
  keys.value("temperature", water.temperature,
             "potential temperature at these depths; linear between them, the same beyond",
             {.unit = "degrees C", .low = coldest_water, .high = warmest_water});
  keys.rule(water.temperature.size() == water.depths.size(), "temperature",
            "must be as many as there are depths");
  keys.value("salinity", water.salinity, "likewise", {.low = 0, .high = saltiest_water});
  keys.rule(water.salinity.size() == water.depths.size(), "salinity",
            "must be as many as there are depths");
  keys.value("file", config.water_file,
             "HDF5 file of all this instead: datasets `depth` (m, ascending), `temperature` and "
             "`salinity`, both of as many values, or of as many depths of rows (from the south) of "
             "columns of the grid, as it is coarsened; none if empty");
  for (const char* key : {"depths", "temperature", "salinity"})
    keys.used(config.water_file.empty(), key, "water.file", "water that no water.file describes");
  keys.value("dyes", config.shelf.dyes,
             "more tracers, which weigh nothing: in the beginning each colours one of so many "
             "strips of the sea, from west to east, and is 1 there and 0 elsewhere",
             {.low = 0, .high = 1000});
}

void describe_mixing(Keys& keys, CoastalConfig& config) {
  VerticalMixing& mixing = config.shelf.mixing;
  keys.choose(
      "kind", mixing.kind,
      "constant, or growing where shear overcomes layering (Pacanowski and Philander 1981)");
  const Key vertical{.unit = "m2/s", .low = 0, .high = 1000};
  keys.value("viscosity", mixing.viscosity, "vertical, at least", vertical);
  keys.value("diffusivity", mixing.diffusivity, "vertical, at least", vertical);
  keys.value("strongest", mixing.strongest, "more of both, where nothing is layered", vertical);
  keys.used(mixing.kind == VerticalMixing::Kind::richardson, "strongest", "mixing.kind",
            "mixing.kind: richardson");
  keys.value("lateral_viscosity", config.shelf.lateral_viscosity, "of momentum, to the sides",
             {.unit = "m2/s", .low = 0, .high = strongest_lateral_viscosity});
}

void describe_state(Keys& keys, CoastalConfig& config) {
  EquationOfState& state = config.shelf.state;
  keys.choose("kind", state.kind, "linear, or after Jackett and McDougall 1995");
  keys.value("expansion", state.expansion, "by warming, of the linear one",
             {.unit = "1/K", .low = -0.01, .high = 0.01});
  keys.value("contraction", state.contraction, "by salt, of the linear one",
             {.low = -0.01, .high = 0.01});
  for (const char* key : {"expansion", "contraction"})
    keys.used(state.kind == EquationOfState::Kind::linear, key, "equation_of_state.kind",
              "equation_of_state.kind: linear");
  keys.value("temperature", state.reference_temperature,
             "of the water that the pressure is counted from",
             {.unit = "degrees C", .low = coldest_water, .high = warmest_water});
  keys.value("salinity", state.reference_salinity, "of the same water",
             {.low = 0, .high = saltiest_water});
}

void describe_boundary(Keys& keys, CoastalConfig& config) {
  BoundaryRules& rules = config.flow.boundary;
  keys.value("centre", rules.centre,
             "longitude and latitude of a place within: the open boundary is followed "
             "clockwise about it, from due east, and measured on the plane that touches the earth "
             "there. Of no account where a tide has one knot",
             {.unit = "degrees", .low = -360, .high = 720});
  keys.value("closed", rules.closed,
             "what lies east of this longitude and north of this latitude is closed",
             {.unit = "degrees", .low = -360, .high = 720});
  keys.choose("kind", rules.kind,
              "clamped: the surface of open cells is the tide; flather: waves can also leave "
              "(docs/coastal.md). Knots belong to one of them");
  keys.value("relaxation", config.shelf.relaxation,
             "in so long what comes in turns, from the water that went out before, into that "
             "of `water`; 0: at once. Of a sea with levels",
             {.unit = "s", .low = 0});
  for_levels(keys, config.shelf.levels, "relaxation");
  SpongeOptions& sponge = config.shelf.sponge;
  keys.value("current_relaxation", sponge.inflow_time,
             "in so long a level's current turns to the depth mean where it comes in from an "
             "open cell; 0: it keeps its shear. Of a sea with levels",
             {.unit = "s", .low = 0});
  for_levels(keys, config.shelf.levels, "current_relaxation");
  keys.value("sponge", sponge.width,
             "so many cells wide, of a sea with levels: temperature and salinity are relaxed "
             "to what they began with and currents to their depth mean, less and less "
             "inwards, so that waves within the water end there; 0: none",
             {.unit = "cells", .low = 0, .high = 1000});
  for_levels(keys, config.shelf.levels, "sponge");
  keys.value("sponge_time", sponge.time, "of that relaxation, at the open boundary",
             {.unit = "s", .low = 1});
  keys.used(sponge.width > 0, "sponge_time", "boundary.sponge", "a boundary.sponge");
}

void describe_flow(Keys& keys, CoastalConfig& config) {
  keys.value("advection", config.flow.advection, "whether currents carry momentum");
  keys.value("viscosity", config.flow.viscosity, "lateral",
             {.unit = "m2/s", .low = 0, .high = strongest_lateral_viscosity});
  keys.value("dry_depth", config.flow.dry_depth,
             "of water in a dry cell at most; 0: none may fall dry",
             {.unit = "m", .low = 0, .high = 100});
  keys.value("level", config.flow.level,
             "of the surface at first, over its rest; the tide swings about it",
             {.unit = "m", .low = -1000, .high = 1000});
  keys.rule(config.flow.level >= 0 || config.flow.dry_depth > 0, "level",
            "must not be below 0 where no cell may fall dry (flow.dry_depth)");
  keys.rule(!config.has_levels() || !config.flow.advection, "advection",
            "must be false in a sea with levels: these always carry momentum themselves");
  keys.rule(!config.has_levels() || config.flow.viscosity == 0, "viscosity",
            "must be 0 in a sea with levels: theirs is mixing.lateral_viscosity");
}

void describe_wind(Keys& keys, CoastalConfig& config) {
  keys.value("stress", config.wind_stress, "on the water, to the east and to the north",
             {.unit = "N/m2", .low = -strongest_stress, .high = strongest_stress});
  keys.value("heat", config.shelf.heat_flux, "into a sea with levels, through its surface",
             {.unit = "W/m2", .low = -strongest_heat, .high = strongest_heat});
  for_levels(keys, config.shelf.levels, "heat");
  keys.value("file", config.wind_file,
             "HDF5 file of either or both instead, as they change: datasets `time` (s from the "
             "start, ascending), `stress_east` with `stress_north`, and, of a sea with levels, "
             "`heat_flux`, each of as many values, or of times of rows (from the south) of "
             "columns of the grid, as it is coarsened; linear between the times, the same before "
             "the first and after the last; none if empty");
}

}  // namespace

void CoastalCase::describe(Keys& keys) {
  keys.block("grid", "The sea: its coast and its depth.", [&] {
    keys.value("mask", config_.mask,
               "HDF5 file of the basin: datasets `mask` (0 dry, 1 wet, 2 outside), `depth` (m; "
               "where not wet it means nothing, so a lake may be dry), `lon` and `lat` (degrees)");
    keys.value("coarsen", config_.coarsen,
               "so many cells in x and as many in y become one; it is wet where at least half of "
               "them are. Only the largest sea is kept",
               {.low = 1, .high = 1000});
    keys.value("mean_level", config_.mean_level,
               "of the sea, over the zero of the file's depths, which charts count from low water: "
               "added to them",
               {.unit = "m", .low = 0, .high = 100});
    keys.choose("earth", config_.earth,
                "what the sea lies on: the earth, or a plane that touches it at the middle "
                "latitude, where cells are as large as there and turn as fast everywhere, or on a "
                "beta-plane faster to the north");
    describe_levels(keys, config_.shelf.levels, 0);
  });
  keys.block("time", "", [&] { describe_substeps(keys, config_.shelf.substeps); });
  keys.block("water", "What a sea with levels begins with, and what comes in where it is open.",
             [&] { describe_water(keys, config_); });
  keys.block("mixing", "How its water is mixed.", [&] { describe_mixing(keys, config_); });
  keys.block("equation_of_state", "How heavy it is.", [&] { describe_state(keys, config_); });
  for (const char* block : {"water", "mixing", "equation_of_state"})
    for_levels(keys, config_.shelf.levels, block);
  keys.block(
      "boundary",
      "Where the sea is open: at wet cells on the edge of the grid and next to outside ones.",
      [&] { describe_boundary(keys, config_); });
  keys.block("tide", "What drives the sea.", [&] { describe_tide(keys, config_); });
  keys.block("bottom", "The floor of the sea.", [&] {
    keys.value("drag", config_.flow.drag,
               "coefficient of the quadratic friction; at least so much where the bottom has a "
               "roughness",
               {.low = 0, .high = 1});
    keys.value("roughness", config_.flow.roughness,
               "z0, of which the current grows with the logarithm of the height over it: the "
               "coefficient is (0.4/(ln(depth/z0) - 1))^2 of the depth mean, and with levels "
               "(0.4/ln(z/z0))^2, z being the height of the lowest one's middle; 0: it is "
               "bottom.drag everywhere",
               {.unit = "m", .low = 0});
    keys.value("linear_drag", config_.flow.linear_drag, "of a friction that grows with the current",
               {.unit = "m/s", .low = 0, .high = 1e6});
  });
  keys.block("flow", "What the depth-mean flow does besides.",
             [&] { describe_flow(keys, config_); });
  keys.block("wind", "What the wind does.", [&] { describe_wind(keys, config_); });
}

}  // namespace seafret
