// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <limits>

#include "comms/base/mpi.hpp"
#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/basin.hpp"
#include "physics/ocean/basin/wet_runs.hpp"

namespace seafret {

/// Looks whenever the surface has moved whether a cell has less water than it may have, and keeps
/// the first: by the next look of the run what came of it would be found elsewhere, or be gone.
class DryWatch {
 public:
  /// `dry_depth` as in FlowTerms. So many substeps are a step of the run. Deeper cells than
  /// `watched_depth`, m, are not watched.
  DryWatch(const Basin& basin, const Box& owned, double dry_depth, int substeps = 1,
           double watched_depth = std::numeric_limits<double>::infinity());

  /// After so many substeps since the beginning, of which later ones may be told of before others.
  /// What is not a number counts as nothing yet.
  void note(std::int64_t substeps, const Box& where, FieldView<const double> eta);
  /// Throws RunError where a cell of any rank was dry. Collective.
  void insist_on_water(const Communicator& comm) const;

 private:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  Box owned_;
  std::int64_t nx_, ny_;  // of the whole sea
  double dry_depth_;
  int substeps_;
  Field<> depth_;  // m
  WetRuns watched_;
  std::int64_t first_ = never;  // substep and cell as one number
};

}  // namespace seafret
