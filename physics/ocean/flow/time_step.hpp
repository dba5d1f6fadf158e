// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/ocean/basin/basin.hpp"

namespace seafret {

/// How fast the shortest gravity waves swing at a cell: the forward-backward scheme is stable while
/// dt * at(eta) <= 1 in every cell.
///
/// It is stable while dt^2 lambda <= 4 for the largest eigenvalue lambda of -div(g H grad), which
/// is at most twice the sum over a cell's faces of g H over the squared distance across
/// (Gershgorin). In a sea of one depth that is dt sqrt(g H) sqrt(1/dx^2 + 1/dy^2) <= 1. The
/// Coriolis force takes nothing of it: its mean over four faces does not see the shortest waves.
struct WaveRate {
  double squared = 0;   ///< at rest, s-2; of land less, by what the sea must rise to reach it
  double per_rise = 0;  ///< more of it a metre that the sea rises, s-2 m-1

  double squared_at(double eta) const { return squared + per_rise * eta; }
  double at(double eta) const { return std::sqrt(std::max(0., squared_at(eta))); }  ///< s-1
};

/// Of a wet cell.
WaveRate wave_rate(const Basin& basin, const SeaMetrics& metrics, int i, int j);

/// How fast lateral viscosity (m2/s) evens out the shortest waves: a quarter of what it takes of
/// them a second where columns are so near, s-1. An explicit step is stable while 2 dt of it <= 1.
double evening_rate(double dx, double dy, double viscosity);
/// The longest stable step of it alone, s; infinite where there is none.
double longest_evened(double dx, double dy, double viscosity);

/// The largest stable time step, s, and the wet cell that sets it, so deep. No limit where no water
/// can move.
struct StepLimit {
  double dt = std::numeric_limits<double>::infinity();
  int i = 0, j = 0;
  double depth = 0;  ///< m
  /// The least width of a wet cell from west to east, m.
  double dx = std::numeric_limits<double>::infinity();
};
/// Of a sea that rises by `rise` metres at most and whose lateral viscosity, m2/s, takes from the
/// currents of before: (dt w)^2 + 2 dt m <= 1 for waves of the rate w that are evened out with m,
/// where the scheme's two roots leave the unit circle (Jury).
StepLimit step_limit(const Basin& basin, const SeaMetrics& metrics, double rise,
                     double viscosity = 0);

}  // namespace seafret
