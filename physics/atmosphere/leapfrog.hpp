// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "decomposition/fields/field.hpp"

namespace seafret {

/// Leapfrog with Robert's filter in two stored time levels: the new values take the place of the
/// past ones,
///     next = past + span * tendency,
///     now  = (1 - 2 filter) now + filter past + filter next,
/// added up from left to right.  Only the newest level is ever swapped: halo points are filtered
/// by the same operations as their owner's, begun before `past` is overwritten and ended when
/// `next` has come, so that both are the same bits.
struct Leapfrog {
  double span = 0;    ///< s: the time step, then twice the time step
  double filter = 0;  ///< the share of each neighbour in time
};

using Fields = std::span<const FieldView<double>>;

/// now = (1 - 2 filter) now + filter past.
void begin_filter(const Box& where, double filter, Fields past, Fields now);
/// now += filter next.
void end_filter(const Box& where, double filter, Fields next, Fields now);

/// past + span * tendency takes the place of past, 0 that of the tendency.
void leap(const Box& where, double span, Fields past, Fields tendencies);

/// All three in one pass on the owned columns of fields that nothing corrects afterwards; in the
/// rest of `held`, the halo, the filter is begun.
void leap_and_filter(const Box& owned, const Box& held, const Leapfrog& time, Fields past,
                     Fields now, Fields tendencies);

}  // namespace seafret
