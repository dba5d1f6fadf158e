// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <utility>

#include "comms/exchange/trials.hpp"
#include "miniapp/run/setup.hpp"

namespace seafret {

/// A model that has begun, and steps on.
class SteppingModel {
 public:
  /// Does so many steps at least, and as many more as its swaps need to choose how they go about it
  /// (`halo.transport: auto`), but for those that hardly ever come.  Collective.
  SteppingModel(CaseFile file, int steps_before, const Communicator& comm)
      : read_(read_case(std::move(file), comm)),
        setup_(read_.config, std::move(read_.the_case), comm) {
    begin_case(setup_);
    constexpr int most = 300;
    const TrialCost& trials = setup_.stepping.halo.trials->cost();
    for (int n = 0; n < steps_before || (trials.unfinished > 0 && n < most); ++n) step();
  }

  Case& the_case() const { return *setup_.the_case; }
  void step() const { the_case().step(); }
  double cells() const { return static_cast<double>(the_case().cells()); }  ///< of all ranks

 private:
  ReadCase read_;
  Setup setup_;
};

}  // namespace seafret
