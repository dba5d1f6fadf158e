// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"

namespace seafret {

struct ValidateOptions {
  std::vector<std::string> names;  ///< of the cases; empty: all of the level
  std::string level = "ci";
  bool only_list = false;
  bool keep_fields = false;       ///< of the short runs, instead of comparing them
  std::string inputs = "inputs";  ///< the folder of validation/ and reference/
  std::string output = "out/validate";
  std::string json, markdown;  ///< files for the tables, if any
};

/// Runs validation cases and compares what they measure with their references.  Returns the exit
/// status: 0, or 2 if something did not pass.  Throws InputError and RunError.  Collective.
int validate(const ValidateOptions& options, const Communicator& comm);

}  // namespace seafret
