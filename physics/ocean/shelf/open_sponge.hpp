// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/basin.hpp"
#include "physics/ocean/basin/open_boundary.hpp"
#include "physics/ocean/shelf/sea_levels.hpp"

namespace seafret {

/// A cell so many steps away from the open boundary, through wet cells and their faces.
struct SpongeCell {
  int i, j;
  int steps;
};

/// All cells less than `width` steps away from an open one, of a sea of which all is held.
std::vector<SpongeCell> sponge_cells(const Grid& grid, std::span<const OpenCell> open, int width);

/// How wide a sponge is, and how fast it takes up what comes to it; and how fast currents that come
/// in are relaxed, with a sponge or without.
struct SpongeOptions {
  int width = 0;           ///< cells; 0: there is none
  double time = 1e4;       ///< tau, at the open boundary, s
  double inflow_time = 0;  ///< s; 0: what comes in keeps the shear it has
};

/// Takes up, beside the open boundary of a sea with levels, what cannot leave there: waves within
/// the water. So many steps inwards
///   dq/dt = r (q_given - q),   d(u - U)/dt = -r (u - U),   r = cos^2(pi steps/(2 width))/tau
/// for tracers q, towards what their cell held when it was taken, and for velocities u, towards
/// their depth mean U, of which waves of the surface are made: those are left alone. This is the
/// relaxation of Davies (1976, Quart. J. Roy. Met. Soc. 102, 405-418), as Martinsen and Engedahl
/// (1987, Coastal Engineering 11, 603-627) brought it to the sea, with a rate that begins and ends
/// without a kink and is the same for any time step: taken implicitly, it is stable for all.
///
/// Levels of which water comes in from an open cell through its inner sides turn to the depth mean
/// by 1/inflow_time too; those by which it goes out run on (Marchesiello, McWilliams and
/// Shchepetkin 2001, as OpenWater has it of tracers). What all levels together carry is kept.
class OpenSponge {
 public:
  /// `cells` and `open` are all that are near the box, or more.
  OpenSponge(const Grid& grid, std::span<const SpongeCell> cells, std::span<const OpenCell> open,
             const SpongeOptions& options, const SeaLevels& levels, int tracers, const Box& owned);

  static std::size_t bytes(std::span<const SpongeCell> cells, std::span<const OpenCell> open,
                           const SpongeOptions& options, int levels, int tracers, const Box& owned);

  /// What the cells hold of each tracer is what is given.
  void take(std::span<const FieldView<double>> tracers);
  /// The velocities through the wet faces of one kind within a box, over a step of dt seconds. It
  /// may lie as far beyond the owned one as velocities are settled.
  void calm(Place place, const Box& where, const WaterColumns& water, double dt,
            FieldView<double> velocity) const;
  /// All tracers, likewise.
  void relax(const SeaMetrics& metrics, const WaterColumns& water, double dt,
             std::span<const FieldView<double>> tracers);

  /// What each cell has gained of a tracer so: of its unit times m3.
  std::span<const double> gained(int tracer) const;

 private:
  struct Point {
    int i, j;
    double rate;  ///< s-1
  };
  struct Face {
    int i, j;
    double rate;  ///< s-1
    int inward;   ///< the sign of a current that comes in; 0: none does
  };
  double* given(std::size_t cell, int tracer) {
    return given_.view().column(static_cast<int>(cell), tracer);
  }

  const SeaLevels& levels_;
  double rate_of_inflow_;           // s-1
  std::vector<Point> cells_;        // those that are owned
  std::vector<Face> east_, north_;  // those that are settled
  Field<> given_;                   // a column for each cell (in x) and tracer (in y)
  std::vector<double> gained_;
  int tracers_;
};

}  // namespace seafret
