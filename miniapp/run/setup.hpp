// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comms/notify/registered_memory.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/config/run_config.hpp"
#include "miniapp/run/clock.hpp"
#include "miniapp/run/placing.hpp"
#include "miniapp/run/report/report.hpp"

namespace seafret {

/// A case file, and the case it names with its data read.
struct ReadCase {
  CaseFile file;
  InputFolder inputs;
  RunConfig config;
  std::unique_ptr<Case> the_case;
};

/// Throws InputError where something is wrong in the files.  Collective.
ReadCase read_case(const std::string& case_file, const std::vector<std::string>& overrides,
                   const Communicator& comm);
ReadCase read_case(CaseFile file, const Communicator& comm);

/// Says so where the fields alone are more than the machines' memory.  Collective.
std::optional<std::string> fields_beyond_memory(const Case& the_case, const Communicator& comm);
/// Throws InputError there, before anybody searches for a partition of them or takes any.
/// Collective.
void insist_on_memory(const Case& the_case, const Communicator& comm);

/// A run as its case file wants it: verified and placed, but not begun.
struct Setup {
  /// Throws InputError for whatever can be known to be wrong by now.  Collective.
  Setup(const RunConfig& read, std::unique_ptr<Case> a_case, const Communicator& comm);
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;

  RunConfig config;
  Stepping stepping;
  Placing placing;
  // None where no swap wants them; they outlive the case.
  std::unique_ptr<SharedMemory> shared;
  std::unique_ptr<notify::Endpoint> endpoint;
  std::unique_ptr<notify::RegisteredMemory> registered;
  Decomposition decomposition;  ///< its grid knows of the mask what this rank needs
  Grid mask_rows;               ///< this rank's share of the mask, for the output
  Domain domain;
  std::unique_ptr<Case> the_case;
  Case::Start start;
  std::string no_direct_copy;  ///< why it is not tried, where it would be; else empty

 private:
  void do_without_room();
};

/// Begins its case.  Throws KeyError where the case file speaks of a swap that the case has not.
/// Collective.
void begin_case(const Setup& setup);

/// At the first step.
Clock clock_of(const Setup& setup);

/// What the report says of a run before it begins.  Collective.
Problem problem_of(const Setup& setup);

}  // namespace seafret
