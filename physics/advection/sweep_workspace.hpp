// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include "decomposition/fields/field.hpp"
#include "physics/advection/faces.hpp"

namespace seafret {

/// The numbers of the faces of one column: `Faces::numbers` of each, and the flux per difference of
/// the two cells.
template <class Faces>
struct ColumnFaces {
  static constexpr int mixed = Faces::numbers, numbers = mixed + 1;
  static constexpr int next_side = numbers * vector_width;  // from an east face's to a north face's

  explicit ColumnFaces(double* data)
      : east(data, 3 * numbers), north(east.from(numbers)), top(north.from(numbers)) {}
  static int size(int levels) { return static_cast<int>(FaceNumbers::size(3 * numbers, levels)); }

  FaceNumbers east, north, top;
};

/// A thread's own memory for a sweep.  The numbers of the faces of the columns at work come first.
/// Fluxes through an east and north face are taken from those through the west and south face, kept
/// for every field in columns that begin with a cache line.
template <class Faces>
struct SweepWorkspace {
  static constexpr int tile_width = 16;  // columns: four rows of all fields stay in cache
  static constexpr int cache_line = 8;   // doubles
  static constexpr int longest_stretch = 4;

  SweepWorkspace(int levels, int fields)
      : stretch(stretch_of(levels, fields)),
        of_faces(Box{0, stretch, 0, 1}, Halo{}, ColumnFaces<Faces>::size(levels)),
        of_fluxes(Box{0, fields, 0, 1 + tile_width}, Halo{},
                  levels + cache_line - levels % cache_line),
        fluxes(of_fluxes.view()),
        faces(of_faces.view()) {}

  /// Of column n of a stretch.
  ColumnFaces<Faces> faces_of(int n) const { return ColumnFaces<Faces>(faces.column(n, 0)); }
  double* west_flux(int field) const { return fluxes.column(field, 0); }
  double* south_flux(int field, int column) const { return fluxes.column(field, 1 + column); }

  int stretch;  ///< so many columns of a field are done one after the other
  Field<double> of_faces, of_fluxes;
  FieldView<double> fluxes, faces;

 private:
  /// One, where a second-level cache holds what all fields read for a column, some 14 columns each,
  /// until the next column reads most of it again; else four, whose faces it does hold.
  static int stretch_of(int levels, int fields) {
    constexpr std::int64_t cache = 600'000, of_field = 14 * sizeof(double);
    return std::int64_t{fields} * levels * of_field <= cache ? 1 : longest_stretch;
  }
};

}  // namespace seafret
