// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <limits>
#include <string>

#include "physics/ocean/flow/depth_mean_flow.hpp"

namespace seafret {

/// No component of a current is faster, m/s. The strongest tidal stream of the north-west European
/// shelf, in the Pentland Firth, runs at that; a mean over kilometres stays below it.
inline constexpr double fastest_coastal = 5;

/// Steps of the depth-mean flow that there may be in one of the sea.
inline constexpr int most_substeps = 1000;

/// So much of the longest step that waves let be stable is chosen where the flow is in full
/// (FlowSettings::in_full()): from 0.7 of it on the shortest waves grow, slowly (docs/coastal.md).
inline constexpr double share_in_full = 0.5;

/// In a flow that levels drive the surface is led on: waves are so many times faster for its steps.
inline const double faster_led_on = std::sqrt(1 + 2 * FlowDrive::lead);

/// No current over an edge is faster than this and the ratio of the depths there, m/s: what is
/// pushed along steep levels may be, and a shallow cell beside a deep one has little to give.
inline constexpr double fastest_over_edge = 1;

/// So steep an edge is counted on where cells fall dry, since edges change there.  What levels make
/// of a fast ebb comes a step late, which feeds waves as fast as it; and a shoal beside deep water
/// hands on no more than half of what it has in a step (docs/coastal.md).
inline constexpr double edge_where_dry = 0.04;

/// Of any two wet cells side by side the depth of the shallower as a share of the mean of both, the
/// least there is, with the surface at `level` (m).  A thousandth if it is less; edge_where_dry
/// where cells fall dry (`dry_depth`, m).
double steepest_edge(const Basin& basin, double level, double dry_depth);

/// So long the fastest current takes to bring out of a cell of these sides what may go out of it in
/// a step, s, if it runs along the shorter; or a slower one over the steepest edge.
double longest_carried(double dx, double dy, double edge);

/// In which the earth turns a current by a radian where it turns fastest, s.
double longest_turned(const SeaMetrics& metrics);

/// What bounds a step of a sea, of which its depth-mean flow takes one or several.
struct SeaStep {
  double substep = 0;  ///< the longest of the depth-mean flow, s
  int substeps = 0;    ///< of it in a step; 0: as many as are needed
  double evened = std::numeric_limits<double>::infinity();  ///< longest_evened() of levels, s
  double chosen = 1;  ///< so much of what can be stable is chosen
  double carried = std::numeric_limits<double>::infinity();  ///< longest_carried() of levels, s
  double turned = std::numeric_limits<double>::infinity();   ///< longest_turned() of levels, s

  /// How long it is where nobody says, s.
  double usual() const;
  /// Steps of the depth-mean flow in one of `dt` s.  Throws InputError where that is more than may
  /// be.
  int substeps_in(double dt) const;
  /// The longest that the waves let be stable, s; infinite where as many substeps are taken as are
  /// needed.
  double longest() const;
  /// Throws InputError where a step of `dt` s is too long by anything but the waves.
  void insist_on_rest(double dt) const;
};

/// "waves", or with what else lets no step be longer where such a lateral viscosity (m2/s) has one.
std::string what_bounds_a_step(double viscosity);

}  // namespace seafret
