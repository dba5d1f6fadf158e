// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/case.hpp"
#include "miniapp/run/clock.hpp"

namespace seafret {

/// Refuses, with an InputError that blames time.dt, a first state that is too fast for the first
/// step.  Collective.
void check_first_state(const Case& the_case, const Domain& domain);

/// The watchdog looks, every so many steps and after the last one, for values that are not finite,
/// for flow too fast for the time step, and lets the case look for itself.  Throws RunError, naming
/// field, cell, rank and step: the same cell for any number of ranks.  Collective.
void watch_if_due(Case& the_case, const Domain& domain, const Clock& clock, std::int64_t every);

}  // namespace seafret
