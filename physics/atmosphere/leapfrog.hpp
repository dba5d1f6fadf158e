// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "decomposition/fields/field.hpp"

namespace seafret {

/// Leapfrog with a time filter in two stored time levels: the new values take the place of the
/// past ones,
///     next = past + span * tendency, then next += correction * (past - 2 now + next),
///     now  = (1 - 2 filter) now + filter past + filter next,
/// added up from left to right.  Of each field only one level is ever swapped.  Where that is the
/// newest and the past is wanted too, halo points are filtered by the same operations as their
/// owner's, begun before `past` is overwritten and ended when `next` has come, so that both are the
/// same bits.
struct Leapfrog {
  double span = 0;        ///< s: the time step, then both steps that it leaps over
  double filter = 0;      ///< the share of each neighbour in time
  double correction = 0;  ///< 0: Robert's filter

  /// Williams' (2009): of d = strength * (past - 2 now + next) the present takes the share alpha,
  /// the next values alpha - 1 of it.  The filter then follows from past, now and the corrected
  /// next values alone, which is all that a halo knows.  With alpha 1 it is Robert's.
  static Leapfrog filtered(double span, double strength, double alpha) {
    const double correction = (alpha - 1) * strength;
    return {span, whole(alpha * strength / (1 + correction)), correction};
  }
  /// The share next to this one with which 1 - 2 share is not rounded: else all that is there would
  /// grow or shrink by what the three weights lack to 1, step after step.
  static double whole(double share) { return 0.5 * (1 - (1 - 2 * share)); }
  /// How far, in radians, a step may turn what swings, so that in exact arithmetic it grows by no
  /// more than a share in a step: 1 less the strength, by Robert's filter, whatever the share; by
  /// Williams' waves begin to grow gently.  Found to a hundredth.
  static double longest_turn(double strength, double alpha, double most_growth = 1e-3);
  /// Over what the pressure acts on the next values, which the correction scales, s.
  double pressed() const { return (1 + correction) * span; }
};

using Fields = std::span<const FieldView<double>>;

/// now = (1 - 2 filter) now + filter past + filter next.
void filter(const Box& where, double share, Fields past, Fields now, Fields next);
/// now += filter next, which ends what has been begun.
void end_filter(const Box& where, double filter, Fields next, Fields now);

/// past + span * tendency takes the place of past, 0 that of the tendency.
void leap(const Box& where, double span, Fields past, Fields tendencies);

/// The leap and the filter in one pass on the owned columns of fields that nothing changes
/// afterwards; in the rest of `held`, the halo, the filter is begun:
/// now = (1 - 2 filter) now + filter past.
void leap_and_filter(const Box& owned, const Box& held, const Leapfrog& time, Fields past,
                     Fields now, Fields tendencies);
/// The same of fields whose next values take the place of the tendency, not of the past.
void leap_onwards(const Box& where, const Leapfrog& time, Fields past, Fields now,
                  Fields tendencies);
/// As leap_and_filter(), of fields that something changes afterwards: the filter is only begun
/// everywhere.
void leap_and_begin_filter(const Box& owned, const Box& held, const Leapfrog& time, Fields past,
                           Fields now, Fields tendencies);

}  // namespace seafret
