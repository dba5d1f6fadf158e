// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"
#include "miniapp/case_file/file.hpp"

namespace seafret {

/// How long the cases of a level may take together, in this order; a level asks for those before it
/// too.
inline const std::vector<std::string> validation_levels{"ci", "nightly", "release"};

/// A number that a validation case must reach.
struct Quantity {
  std::string name;
  std::string kind;    ///< reference: somebody else's number; regression: our own, of before
  std::string source;  ///< whose it is, and where it stands
  double reference = 0;
  std::optional<double> tolerance, low, high;  ///< the first as a share of the reference
  std::string measure = "";     ///< what the case calls it; empty: as it is called here
  std::string run = "";         ///< in which of several runs it is measured
  std::string order_from = "";  ///< if any, the number is the order of convergence from this run on
  std::vector<std::string> spread_over = {};  ///< if any, how far apart these runs measure it

  const std::string& measured_as() const { return measure.empty() ? name : measure; }
  double least() const;
  double most() const;
};

/// A run of a validation case: its case file with some values overridden.
struct PlannedRun {
  std::string name;  ///< empty where there is one run only
  std::vector<std::string> overrides = {};
};

/// A short run whose output is kept beside the references, inputs/reference/NAME.h5, so that a
/// change of the results shows in the commit that makes it.
struct KeptFields {
  std::string file;
  std::vector<std::string> overrides = {};
  double tolerance = 0;  ///< a share of the largest value of a field
};

/// What is to be run and what must come of it: inputs/reference/NAME.yaml, to
/// inputs/validation/NAME.yaml.
struct ValidationPlan {
  CaseFile file;
  std::string name, case_file;
  std::string level = "ci", about = "";
  std::vector<std::string> not_compared = {};  ///< measured, but without a reference
  std::vector<PlannedRun> runs = {};
  std::vector<Quantity> quantities = {};
  std::optional<KeptFields> kept = {};
};

/// The names of all validation cases under this folder, in order.  Throws InputError where one has
/// a case file and no reference.  Collective.
std::vector<std::string> validation_names(const std::string& inputs, const Communicator& comm);

/// Throws InputError for what is wrong in the file.  Collective.
ValidationPlan read_plan(const std::string& inputs, const std::string& name,
                         const Communicator& comm);

}  // namespace seafret
