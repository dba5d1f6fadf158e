// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/ocean/shelf/faces.hpp"
#include "physics/ocean/shelf/flux_sweep.hpp"
#include "physics/ocean/shelf/shelf_bed.hpp"
#include "physics/ocean/shelf/water_state.hpp"

namespace seafret {

/// What the wind does to the faces of one kind and what the bottom does, for a step; so far beyond
/// the box as they are settled.
struct FaceFriction {
  static constexpr Halo halo{.west = 1};
  FaceFriction(const ShelfSettings& settings, Place of, const Box& owned);
  static std::size_t bytes(const Box& owned);
  /// Of these faces, if the wind changes.
  void blow(const WetRuns& faces, const FlowSettings& settings, double time);

  Place place;
  Field<> wind;            ///< stress over the density of the water, m2/s2
  Field<> drag;            ///< r: what the bottom takes of the velocity above it, Cd |u| + R, m/s
  Field<> lowest_follows;  ///< as the mixing of the step before had it
};

/// Velocities through the faces of one kind, pushed for a step by all but the turning of the earth,
/// the slope of the surface and the mixing of levels; and what that means for their depth mean.
/// Currents that carry themselves along the parallels of a sphere are turned by u tan(phi)/R:
///   du/dt = u v tan(phi)/R,   dv/dt = -u^2 tan(phi)/R
/// by the pairs of faces of the Coriolis force (Turn), with the u of the east one, and without
/// work.
template <class Faces>
class CurrentPush {
 public:
  explicit CurrentPush(const ShelfSettings& settings)
      : state_(settings.state),
        flow_(settings.flow),
        substeps_(settings.substeps),
        sweep_(settings.levels.count, 1) {}

  /// The faces of the box; their drag is found too.
  void push(const Box& where, const LocalSea& sea, const ShelfBed& bed, const Current& current,
            const WaterState& state, FieldView<double> next, FaceFriction& friction,
            FlowDrive::Faces& drive) const;

  /// That alone, where others push.
  void find_drag(const Box& where, const LocalSea& sea, const Current& current,
                 FaceFriction& friction) const;

 private:
  /// Of a rough bottom by how high the middle of the lowest level lies over it.
  double drag(const Current& current, int i, int j) const;

  EquationOfState state_;
  FlowSettings flow_;
  int substeps_;
  FluxSweep<typename Faces::Volumes> sweep_;
};

}  // namespace seafret
