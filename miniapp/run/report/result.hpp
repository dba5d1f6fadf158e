// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "comms/base/timers.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// Figure of merit: how many cells were brought one step further in a second.
struct FigureOfMerit {
  double value = 0;
  std::string unit = "Mcells/s";
  bool valid = false;  ///< all checks passed
};

/// One of a case's swaps, over all ranks.
struct SwapTotals {
  std::string name;
  int neighbours = 0, messages = 0;                    ///< of the rank that has most
  std::int64_t bytes = 0;                              ///< sent a swap by the rank that sends most
  std::int64_t messages_total = 0, bytes_total = 0;    ///< a swap, all ranks together
  std::int64_t bytes_direct = 0;                       ///< copied out of the fields of node mates
  std::int64_t x_faces = 0, y_faces = 0, corners = 0;  ///< bytes of the rank that sends most there
  std::string points = {};                             ///< which of its halo it swaps
  HaloColumns columns = {};      ///< what all ranks together could send a swap
  std::int64_t bytes_saved = 0;  ///< of the rectangles', a swap, all ranks together
  std::int64_t swaps = 0;        ///< in the whole run
  double exposed_s = 0;          ///< in the whole run, mean over ranks: all but what computing hid
};
/// Collective.
std::vector<SwapTotals> total_swaps(const std::vector<const HaloExchange*>& swaps,
                                    const Communicator& comm);

/// What is known about a problem before it is run.  The same on every rank.
struct Problem {
  std::string case_name, case_file;
  int nx = 0, ny = 0, nz = 0;
  std::int64_t wet_columns = 0, least_owned = 0, most_owned = 0;  ///< wet columns a rank
  std::int64_t steps = 0;
  double dt = 0;                ///< s
  std::string partition, halo;  ///< how it is cut, how it is swapped
  double arena_mb = 0;          ///< expected of the fields that are swapped, all ranks
  double work_mb = 0;           ///< expected of the fields beside them, all ranks
  nlohmann::ordered_json configuration;
};

/// Seconds of the slowest rank.
struct LoopTime {
  double all_s = 0;    ///< the whole time loop
  double steps_s = 0;  ///< its steps alone, without output and watchdog
};

/// What a run tells at its end.  The same on every rank, but for what only rank 0 prints.
struct Result {
  std::int64_t cells = 0;  ///< updated a step
  LoopTime time;
  double wall_s = 0;                      ///< the whole run
  double peak_mb = 0, peak_mb_total = 0;  ///< resident memory of the largest process, of all
  FigureOfMerit fom;
  std::vector<Check> checks;
  std::vector<RegionTime> regions;
  std::vector<SwapTotals> swaps;
  std::vector<std::string> remarks, files;

  bool all_passed() const;
};

/// Asks the case and the timers; wall_s and files are the caller's to add.  Collective.
Result collect_result(Case& model, const LoopTime& time, std::int64_t steps,
                      const Communicator& comm);

/// The content of result.json.  What is not finite becomes null: JSON has no word for it.
std::string to_json(const Provenance& provenance, const Problem& problem, const Result& result);
/// Replaces the file, on rank 0, when the new one is complete.  Collective.
void write_result(const std::string& path, const std::string& json, const Communicator& comm);

}  // namespace seafret
