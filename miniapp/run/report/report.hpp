// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comms/base/domain.hpp"
#include "comms/base/region_times.hpp"
#include "comms/exchange/trials.hpp"
#include "comms/notify/endpoint.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// What is known about a problem before it is run.  The same on every rank.
struct Problem {
  std::string case_name, case_file;
  int nx = 0, ny = 0, nz = 0;
  std::int64_t wet_columns = 0, least_owned = 0, most_owned = 0;  ///< wet columns a rank
  std::int64_t steps = 0;                                         ///< 0 where only the end is known
  double end = 0;                                                 ///< s
  double dt = 0;                                                  ///< s; of the first step
  double courant = 0;           ///< if any, what the others follow
  std::string partition, halo;  ///< how it is cut, how it is swapped
  double fields_mb = 0;    ///< of what the case carries, each in all its time levels, all ranks
  double arena_mb = 0;     ///< expected of the fields that are swapped, all ranks
  double work_mb = 0;      ///< expected of the fields beside them, all ranks
  double kept_mb = 0;      ///< of the grid's mask and depth, all ranks
  double search_mb = 0;    ///< taken while the partition was looked for, each rank
  std::vector<Box> owned;  ///< by each rank
  Json configuration;

  double expected_mb() const { return arena_mb + work_mb; }
  bool is_masked() const { return wet_columns < std::int64_t{nx} * ny; }
};

/// Seconds of a rank, or of the slowest.
struct LoopTime {
  double all_s = 0;                    ///< the whole time loop
  double steps_s = 0;                  ///< its steps alone, without output and watchdog
  std::vector<double> exposed_s = {};  ///< of each of the case's swaps, of one rank
};

/// One of a case's swaps.
struct SwapTotals {
  std::string name;
  std::string points = {};  ///< which of its halo it swaps
  Traffic most = {};        ///< of each figure that of the rank that has most
  Traffic total = {};       ///< of each figure the sum over all ranks
  double exposed_s = 0;     ///< in the time loop, mean over ranks: all but what computing hid
  std::optional<WayInWords> way = {};  ///< in which it goes at the end; none of a transpose
  bool apart = false;                  ///< it may have keys besides those for all swaps
};

/// What one of a case's swaps has tried.
struct SwapTrial {
  std::string swap;
  std::vector<Tried> tried;
};

/// What a run tells at its end.  The same on every rank, but for what only rank 0 prints.
struct Result {
  std::int64_t cells = 0;  ///< updated a step
  StepsTaken steps;
  LoopTime time;
  double wall_s = 0;                      ///< the whole run
  double peak_mb = 0, peak_mb_total = 0;  ///< resident memory of the largest process, of all
  double mcells_per_s = 0;                ///< the figure of merit: cells brought one step further
  std::vector<Check> checks;
  std::vector<Measure> measures;
  std::vector<RegionTime> regions;
  std::vector<SwapTotals> swaps;
  WayInWords halo;                              ///< how swaps go that have no keys of their own
  std::vector<SwapTrial> trials;                ///< of those that chose by measuring
  TrialCost trial_cost;                         ///< of them together
  double trial_share = 0;                       ///< of 500 steps, that they may cost
  std::vector<notify::ChannelReport> channels;  ///< of notified puts, of all ranks together
  std::vector<std::string> remarks, files;
  std::vector<Picture> pictures;

  bool all_passed() const { return std::ranges::all_of(checks, &Check::passed); }
};

/// Asks the case, the timers and the domain's endpoint; wall_s and files are the caller's to add.
/// Collective.
Result collect_result(Case& the_case, const LoopTime& time, const StepsTaken& steps,
                      const Domain& domain, const HaloOptions& halo);

/// The content of result.json.  What is not finite becomes null: JSON has no word for it.
std::string to_json(const Provenance& provenance, const Problem& problem, const Result& result);

/// "12 s", "3 min 20 s", "2 h 05 min": short enough for a string to hold without allocating.
std::string duration(double seconds);
/// "219.6 kB".
std::string as_bytes(double bytes);

/// The report, in HPCG's order.  The first part is known before the run.
std::string opening(const Provenance& provenance, const Problem& problem);
/// The rest; its last line is "FOM: <number> <unit> VALID|INVALID".
std::string closing(const Result& result);

}  // namespace seafret
