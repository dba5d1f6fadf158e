// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/judge.hpp"

namespace seafret {

/// Moves the lines of a partition until it costs no less: first the shares of all cuts against what
/// they cost, again and again; then single lines round the rank that costs most.  What it returns
/// is feasible and costs no more than `section`, which must be feasible.
Section refined(PartitionJudge& judge, const Section& section);

}  // namespace seafret
