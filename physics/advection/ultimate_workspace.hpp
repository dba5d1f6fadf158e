// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/fields/field.hpp"
#include "physics/advection/ultimate_faces.hpp"

namespace seafret {

/// A thread's own memory for Ultimate: columns, each from a cache line on.  Fluxes through the east
/// and north face of the column at work are taken from those through its west and south face, kept
/// for every field; the top faces' have the ground before them.
struct UltimateWorkspace {
  static constexpr int tile_width = 16;  // columns: four rows of all fields stay in cache
  static constexpr int cache_line = 8;   // doubles

  static int length(int levels) { return (levels + cache_line) / cache_line * cache_line; }

  UltimateWorkspace(int levels, int fields)
      : memory(Box{0, 3 * 6 + 3 + fields * (1 + tile_width), 0, 1}, Halo{}, length(levels)),
        east(next_faces()),
        north(next_faces()),
        top(next_faces()),
        east_flux(next()),
        north_flux(next()),
        top_flux(next()),
        west_fluxes(next(fields)),
        south_fluxes(next(fields * tile_width)) {
    top_flux[0] = top_flux[levels] = 0;  // ground and lid
  }

  double* west_flux(int field) const { return west_fluxes + field * memory.view().levels; }
  double* south_flux(int field, int column) const {
    return south_fluxes + (field * tile_width + column) * memory.view().levels;
  }

  Field<double> memory;
  int used = 0;
  UltimateFaces east, north, top;
  double *east_flux, *north_flux, *top_flux, *west_fluxes, *south_fluxes;

 private:
  double* next(int columns = 1) {
    used += columns;
    return memory.view().column(used - columns, 0);
  }
  UltimateFaces next_faces() { return {next(), next(), next(), next(), next(), next()}; }
};

}  // namespace seafret
