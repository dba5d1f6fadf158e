// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/coastal.hpp"

namespace seafret {
namespace {

void describe_grid(Keys& keys, CoastalConfig& config) {
  keys.value({.name = "mask",
              .what = "HDF5 file of the basin: datasets `mask` (0 dry, 1 wet, 2 outside), `depth` "
                      "(m), `lon` and `lat` (degrees)"},
             config.mask);
  keys.value({.name = "coarsen",
              .what = "so many cells in x and as many in y become one; it is wet where at least "
                      "half of them are. Only the largest sea is kept",
              .low = 1,
              .high = 1000},
             config.coarsen);
}

void describe_boundary(Keys& keys, BoundaryRules& rules) {
  keys.value({.name = "centre",
              .unit = "degrees",
              .what = "longitude and latitude of a place within: the open boundary is followed "
                      "clockwise about it, from due east",
              .low = -360,
              .high = 360},
             rules.centre);
  keys.value({.name = "closed",
              .unit = "degrees",
              .what = "what lies east of this longitude and north of this latitude is closed",
              .low = -360,
              .high = 360},
             rules.closed);
}

void describe_tide(Keys& keys, TideOptions& tide, std::string& gauges) {
  keys.value({.name = "amplitude",
              .unit = "m",
              .what = "of M2 at knots that stand at equal distances along the open boundary, from "
                      "its first cell to its last; between them amplitude and phase are "
                      "interpolated together, as a complex number",
              .low = 0,
              .high = 20},
             tide.amplitude);
  keys.rule(!tide.amplitude.empty(), "amplitude", "must have at least one entry");
  keys.value({.name = "phase",
              .unit = "degrees",
              .what = "lag behind Greenwich at the same knots",
              .low = -360,
              .high = 360},
             tide.phase);
  keys.rule(tide.phase.size() == tide.amplitude.size(), "phase",
            "must be as many as there are amplitudes");
  keys.value({.name = "gauges",
              .what = "table (CSV) of observed tides to compare with: columns name, lon, lat, "
                      "M2_amp_m and M2_G_deg; none if empty"},
             gauges);
}

}  // namespace

void describe(Keys& keys, CoastalConfig& config) {
  keys.block("grid", "The sea: its coast and its depth.", [&] { describe_grid(keys, config); });
  keys.block(
      "boundary",
      "Where the sea is open: at wet cells on the edge of the grid and next to outside ones.",
      [&] { describe_boundary(keys, config.flow.boundary); });
  keys.block("tide", "What drives the sea.",
             [&] { describe_tide(keys, config.flow.tide, config.gauges); });
  keys.block("bottom", "The floor of the sea.", [&] {
    keys.value(
        {.name = "drag", .what = "coefficient of the quadratic friction", .low = 0, .high = 1},
        config.flow.drag);
  });
}

}  // namespace seafret
