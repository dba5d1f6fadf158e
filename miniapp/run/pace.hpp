// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/case.hpp"
#include "miniapp/config/run_config.hpp"
#include "miniapp/run/clock.hpp"

namespace seafret {

/// Chooses each time step by the Courant number, where time.courant asks for it: as MONC does, at
/// once where the step must be shorter, by five per cent a step where it may be longer.
class Pace {
 public:
  /// The case has begun.
  Pace(const TimeConfig& config, Case& the_case, const Domain& domain);

  /// Before each step: tells clock and case how long it is, the same on every rank.  Throws
  /// RunError where it would have to be a thousandth of the first.  Collective.
  void choose(Clock& clock);

 private:
  double longest(const Clock& clock) const;

  TimeConfig config_;
  Case& case_;
  const Domain& domain_;
  double first_ = 0, longest_ = 0;  // s; by the last look
};

}  // namespace seafret
