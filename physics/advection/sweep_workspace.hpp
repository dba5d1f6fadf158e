// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

#include "decomposition/fields/field.hpp"

namespace seafret {

/// A thread's own memory for a sweep: columns, each from a cache line on.  Fluxes through the east
/// and north face of the column at work are taken from those through its west and south face, kept
/// for every field; the top faces' have the ground before them.
template <class Faces>
struct SweepWorkspace {
  static constexpr int tile_width = 16;  // columns: four rows of all fields stay in cache
  static constexpr int cache_line = 8;   // doubles

  static int length(int levels) { return (levels + cache_line) / cache_line * cache_line; }

  SweepWorkspace(int levels, int fields)
      : memory(Box{0, 3 * Faces::columns + 6 + fields * (1 + tile_width), 0, 1}, Halo{},
               length(levels)),
        east(next_faces()),
        north(next_faces()),
        top(next_faces()),
        east_mixing(next()),
        north_mixing(next()),
        top_mixing(next()),
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
  Faces east, north, top;
  double *east_mixing, *north_mixing, *top_mixing;  // fluxes per difference of the two cells
  double *east_flux, *north_flux, *top_flux, *west_fluxes, *south_fluxes;

 private:
  double* next(int columns = 1) {
    used += columns;
    return memory.view().column(used - columns, 0);
  }
  Faces next_faces() {
    return Faces::out_of([this] { return next(); });
  }
};

/// Columns of memory that will be wanted soon.
using Ahead = std::array<const double*, 2>;

/// The fluxes of one scalar through a column of faces, in vectors of a cache line (simdlen: or GCC
/// takes half of one).  `along` is the distance in memory from a face's first cell to its second, a
/// and b those across.  What is left over is done by a last vector that overlaps the one before, to
/// the same bits.  Columns ahead are fetched line by line beside them: to be asked for all at once
/// they would have to queue.
template <class Faces>
void fluxes_through(const Faces& faces, const double* q, std::ptrdiff_t along, std::ptrdiff_t a,
                    std::ptrdiff_t b, int levels, double* flux, const Ahead& ahead) {
  const auto flux_of_levels = [&](int begin, int end) {
#pragma omp simd simdlen(8)
    for (int k = begin; k < end; ++k) flux[k] = flux_through(faces, q, along, a, b, k);
  };
  constexpr int line = SweepWorkspace<Faces>::cache_line;
  for (int k = 0; k + line <= levels; k += line) {
    for (const double* column : ahead) __builtin_prefetch(column + k);
    flux_of_levels(k, k + line);
  }
  if (levels % line != 0) flux_of_levels(std::max(0, levels - line), levels);
}

}  // namespace seafret
