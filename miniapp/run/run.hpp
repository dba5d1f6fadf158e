// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "miniapp/run/progress.hpp"
#include "miniapp/run/report/report.hpp"

namespace seafret {

struct RunOptions {
  std::string case_file;
  std::vector<std::string> overrides;  ///< of --set
  std::string output;                  ///< folder; empty: out/<the case file's name>
  bool only_check = false;             ///< say what would run, but do not run it
  bool is_quiet = false;               ///< print no report
  bool counts_events = false;          ///< in each region (EventCounters)
  Progress::Style progress = Progress::fitting();
};

/// Runs a case, writes fields.h5, result.json and report.html and prints the report.  Returns what
/// came of it: nothing if the case was only checked.  Throws InputError and RunError.  Collective.
std::optional<Result> run_case(const RunOptions& options, const Communicator& comm);
/// The same; returns the exit status: 0, or 2 if a check failed.
int run(const RunOptions& options, const Communicator& comm);

}  // namespace seafret
