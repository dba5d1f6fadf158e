// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "comms/exchange/trials.hpp"
#include "miniapp/config/halo_config.hpp"
#include "miniapp/run/setup.hpp"

namespace seafret {

/// The case file of a model that a benchmark steps: its settings, which others may override, and
/// last, unless that is overridden too, what tells it from others: it may have no use for what is
/// set for them (Keys::used).
inline CaseFile file_to_step(const std::string& name, std::vector<std::string> settings,
                             const std::vector<std::string>& overrides,
                             const std::string& own = "") {
  settings.insert(settings.end(), overrides.begin(), overrides.end());
  const std::string key = own.substr(0, own.find('=') + 1);
  if (!own.empty() &&
      std::ranges::none_of(overrides, [&](const auto& one) { return one.starts_with(key); }))
    settings.push_back(own);
  return CaseFile::parse(name, "time: {steps: 1}\n", settings);
}

/// A model that has begun, and steps on.
class SteppingModel {
 public:
  /// Does so many steps at least, and as many more as its swaps need to choose how they go about it
  /// (`halo.transport: auto`), but for those that hardly ever come.  Collective.
  SteppingModel(CaseFile file, int steps_before, const Communicator& comm)
      : read_(read_case(std::move(file), comm)), setup_(obeying(read_.file, [&] {
          insist_on_memory(*read_.the_case, comm);
          return Setup(read_.config, std::move(read_.the_case), comm);
        })) {
    obeying(read_.file, [&] { begin_case(setup_); });
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
