// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "miniapp/bench/stepping_model.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// One of a step's swaps: what a rank waits for it in a step, as a mean over ranks.
struct StepSwap {
  std::string name;
  double exposed_s = 0;  ///< between start and finish, but for what is done meanwhile
  double waiting_s = 0;  ///< of that, for other ranks: until they are there, and for what they send
};

/// The swaps of a model's steps.
struct StepSwaps {
  std::vector<StepSwap> each = {};
  /// The one that a step begins with, when all ranks begin it together, after a step, which leaves
  /// little of it in any cache; and a memcpy of as many bytes, likewise.  Of the slowest rank.
  double big_s = 0, copy_s = 0;
  double behind_s = 0;  ///< how long a rank waits, in the mean, till all are through with a step
  std::int64_t bytes = 0;
  std::optional<double> word_s = {};  ///< beside it, a Word
};

/// Of so many steps.  Collective.
StepSwaps time_swaps(const SteppingModel& model, int times, const Communicator& comm);

std::string in_words(const StepSwaps& swaps);
Json to_json(const StepSwaps& swaps);

}  // namespace seafret
