// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/bench/beside_triad.hpp"
#include "miniapp/bench/stepping_model.hpp"

namespace seafret {

/// One rank with one thread while the others wait: the slowest, as all together are no faster than
/// that.  Medians of the blocks.
struct One {
  double seconds = 0;  ///< of a step, or of the triad
  double times = 0;    ///< how many times as much all do in a time
  double uneven = 0;   ///< how many times as much the fastest does by itself
};
/// Nothing where all are but one rank with one thread.
using BesideOne = std::optional<One>;

std::string in_words(const BesideOne& one);

/// What a step takes.
struct TimedModel {
  std::unique_ptr<SteppingModel> model;
  double seconds = 0, spread = 0;
  BesideOne one = {};
  double cells_alone = 1;  ///< of the model for one rank

  /// As a core sees it, of so many.
  double ns_per_cell(int ranks) const { return 1e9 * seconds * ranks / model->cells(); }
};

/// Of a row: ns_per_cell_step_alone, times_one, uneven; null where there is nothing.
Json to_json(const TimedModel& timed);

struct TimedModels {
  std::vector<TimedModel> models = {};
  TriadFloor triad = {};
  BesideOne triad_one = {};

  std::string foot_in_words() const;
  /// What the files of these results begin with; the rows are added to it.  Collective.
  Json without_rows(int blocks, const Communicator& comm) const;
};

struct TimedSteps {
  int before = 3;  ///< that are not timed
  int steps = 5;   ///< in a block
  int blocks = 7;
  static constexpr int ranks_alone = 4;
};

/// The models for so many ranks.
using FilesOfModels = std::function<std::vector<CaseFile>(int ranks)>;

/// Steps all models in turns, with STREAM's triad; where there is more than one rank or thread, so
/// do the first few ranks (`ranks_alone`), one after the other with one thread and models for one
/// rank.  Collective.
TimedModels time_models(const FilesOfModels& files, const TimedSteps& plan,
                        const Communicator& comm);

}  // namespace seafret
