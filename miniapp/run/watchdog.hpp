// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/case.hpp"
#include "miniapp/run/clock.hpp"

namespace seafret {

/// Looks, every so many steps and after the last one, for values that are not finite, for flow too
/// fast for the time step, and lets the case look for itself.
class Watchdog {
 public:
  Watchdog(Case& the_case, const Domain& domain, std::int64_t every)
      : case_(the_case), domain_(domain), every_(every) {}

  /// Throws RunError, naming field, cell, rank and step: the same cell for any number of ranks.
  /// Collective.
  void check_if_due(const Clock& clock);

 private:
  void check_finite(std::int64_t step) const;
  void check_courant(std::int64_t step) const;

  Case& case_;
  const Domain& domain_;
  std::int64_t every_;
};

}  // namespace seafret
