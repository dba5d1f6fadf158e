// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cmath>
#include <functional>

#include "miniapp/cases/case.hpp"
#include "physics/ocean/basin/basin.hpp"

namespace seafret {

/// A sea on a plane, closed all round.
struct Rectangle {
  std::array<int, 2> points;
  std::array<double, 2> spacing;  ///< m

  double x(double i) const { return i * spacing[0]; }  ///< of the middle of column i at i + 0.5
  double y(double j) const { return j * spacing[1]; }
  double length(std::size_t axis) const { return points[axis] * spacing[axis]; }

  SeaMetrics metrics(double coriolis, double beta) const {
    return on_plane(points[1], spacing[0], spacing[1], coriolis, beta);
  }
  /// All wet; so deep at a place, m.  Every rank has all of it: throws KeyError where the machines
  /// have no memory for that.  Collective.
  Basin basin(const std::function<double(double x, double y)>& depth,
              const Communicator& comm) const;
  /// Without levels.
  Axes axes() const;
};

/// The least that moves a sea: of less a square would be nothing.
inline constexpr double least_mover = 1e-100;
inline bool moves(double value) { return std::abs(value) >= least_mover; }

/// Keys of it, in the block `grid`.
void describe(Keys& keys, Rectangle& rectangle);

/// Refuses an odd number of columns along x, where two waters meet in the middle of one.
void insist_on_halves(const Rectangle& rectangle);
/// Refuses a sea of which the longest step is infinite, since there is nowhere for a wave to go.
void insist_on_waves(double longest_step);
/// Refuses a disturbance that leaves no water, of which there is so much at a place (m), in a cell
/// that may not fall dry.
void insist_on_water(const Rectangle& rectangle, double dry_depth,
                     const std::function<double(double x, double y)>& water);
/// What refuses a time step that is longer than `most`, of a sea so deep and viscous (m2/s).
InputError too_long(double asked, double depth, double viscosity, double most);

}  // namespace seafret
