// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <limits>
#include <optional>

#include "comms/base/mpi.hpp"
#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/basin.hpp"
#include "physics/ocean/basin/wet_runs.hpp"

namespace seafret {

/// Looks in every step whether a cell has less water than it may have, and keeps the first: by the
/// next look of the run what came of it would be found elsewhere, or be gone.
class DryWatch {
 public:
  /// The basin must outlive it; `dry_depth` as in FlowTerms. Deeper cells than `watched_depth`, m,
  /// are not watched.
  DryWatch(const Basin& basin, const Box& owned, double dry_depth,
           double watched_depth = std::numeric_limits<double>::infinity());

  /// At the end of step number `step`. What is not a number counts as nothing yet.
  void note(std::int64_t step, FieldView<const double> eta);
  /// Throws RunError where a cell of any rank was dry. Collective.
  void insist_on_water(const Communicator& comm) const;

 private:
  const Basin& basin_;
  Box owned_;
  double dry_depth_;
  WetRuns watched_;
  std::optional<std::int64_t> first_;  // step and cell as one number
};

}  // namespace seafret
