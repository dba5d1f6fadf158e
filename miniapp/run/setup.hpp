// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "miniapp/config/run_config.hpp"
#include "miniapp/run/report/result.hpp"

namespace seafret {

/// A run as it stands in its case file: read, verified and partitioned, but not begun.
struct Setup {
  CaseFile file;
  RunConfig config;
  std::unique_ptr<Communicator> comm;  ///< rank r of it owns box r
  std::unique_ptr<Node> node;
  std::unique_ptr<SharedMemory> shared;  // none where no swap wants it; outlives the model
  std::unique_ptr<Case> model;
  Decomposition decomposition;  ///< its grid knows of the mask what this rank needs
  Grid mask_rows;               ///< this rank's share of the mask, for the output
  std::string partition_remark = "";
  double dt = 0;  ///< s
  std::int64_t steps = 0;

  HaloOptions halo() const { return config.halo.options(config.partition.cores_per_node); }
  Domain domain() const { return {decomposition, *comm, shared.get()}; }
  Case::Start start(const Domain& domain) const;
};

/// A case file, and the case it names with its data read.
struct ReadCase {
  CaseFile file;
  RunConfig config;
  std::unique_ptr<Case> model;
};

/// Throws InputError where something is wrong in the files.  Collective.
ReadCase read_case(const std::string& case_file, const std::vector<std::string>& overrides,
                   const Communicator& comm);

/// Throws InputError for whatever can be known to be wrong by now.  Collective.
Setup read_setup(const std::string& case_file, const std::vector<std::string>& overrides,
                 const Communicator& comm);

/// What the report says about it.  Collective.
Problem problem_of(const Setup& setup);

}  // namespace seafret
