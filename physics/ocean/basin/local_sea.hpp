// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "decomposition/fields/arena.hpp"
#include "physics/ocean/basin/basin.hpp"
#include "physics/ocean/basin/open_boundary.hpp"
#include "physics/ocean/basin/wet_runs.hpp"

namespace seafret {

/// What is held round a rank's box: so many columns on each side, and beyond those in the east as
/// many that nobody ever looks at as let every row of a field begin with a line of the cache.
Halo held_round(const Box& owned, int columns);

/// The undisturbed depth h at the faces of one kind (the mean of the two cells), and what weighs
/// their transports in an average over neighbouring faces. Both are 0 at a closed face, the latter
/// also where there is no water at rest.
struct FaceDepths {
  Field<> depth;   ///< h, m
  Field<> weight;  ///< 1/sqrt(h)

  FaceDepths(const Basin& basin, Place place, const Box& owned, int halo,
             std::pmr::memory_resource* memory);

  /// Either of them.
  static FieldDescription description(const Box& owned, int halo);
};

/// What never changes of the sea on one rank's box and so many columns round it.
struct LocalSea {
  LocalSea(const Basin& basin, SeaMetrics rows, const std::vector<OpenCell>& open, const Box& owned,
           int halo = 1);

  /// Those of `east` and `north`.
  static std::size_t bytes_of_fields(const Box& owned, int halo);
  /// The box that all of it is held on.
  Box held() const { return east.depth.view().box; }

  SeaMetrics metrics;  ///< of all rows of the grid
  Arena arena;         ///< of the depths: no two rows of one number share a set of the cache
  FaceDepths east, north;
  WetRuns free_cells;  ///< wet cells whose surface is not prescribed
  WetRuns wet_cells, east_faces, north_faces;
};

}  // namespace seafret
