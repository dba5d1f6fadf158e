// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/exchange/trials.hpp"
#include "miniapp/run/setup.hpp"

namespace seafret {

/// Lets a model that has begun do so many steps at least, and as many more as its swaps need to
/// choose how they go about it (`halo.transport: auto`), but for those that hardly ever come.
/// Collective.
inline void warm_up(const Setup& setup, int least) {
  constexpr int most = 300;
  const TrialCost& trials = setup.stepping.halo.trials->cost();
  for (int n = 0; n < least || (trials.unfinished > 0 && n < most); ++n) setup.the_case->step();
}

}  // namespace seafret
