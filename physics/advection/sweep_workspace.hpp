// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/fields/field.hpp"
#include "physics/advection/faces.hpp"

namespace seafret {

/// A thread's own memory for a sweep.  The numbers of the faces of the column at work come first:
/// `Faces::numbers` of each, and the flux per difference of the two cells.  Fluxes through its east
/// and north face are taken from those through its west and south face, kept for every field in
/// columns that begin with a cache line.
template <class Faces>
struct SweepWorkspace {
  static constexpr int tile_width = 16;  // columns: four rows of all fields stay in cache
  static constexpr int cache_line = 8;   // doubles
  static constexpr int mixed = Faces::numbers, numbers = mixed + 1;
  static constexpr int next_side = numbers * vector_width;  // from an east face's to a north face's

  SweepWorkspace(int levels, int fields)
      : of_faces(Box{0, 1, 0, 1}, Halo{}, static_cast<int>(FaceNumbers::size(3 * numbers, levels))),
        of_fluxes(Box{0, fields, 0, 1 + tile_width}, Halo{},
                  levels + cache_line - levels % cache_line),
        fluxes(of_fluxes.view()),
        east(of_faces.view().data, 3 * numbers),
        north(east.from(numbers)),
        top(north.from(numbers)) {}

  double* west_flux(int field) const { return fluxes.column(field, 0); }
  double* south_flux(int field, int column) const { return fluxes.column(field, 1 + column); }

  Field<double> of_faces, of_fluxes;
  FieldView<double> fluxes;
  FaceNumbers east, north, top;
};

}  // namespace seafret
