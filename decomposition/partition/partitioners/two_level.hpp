// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/partitioner.hpp"

namespace seafret {

/// First into nodes, by any order of cuts; then each node among its cores, by the order that suits
/// it best: what its ranks need from other nodes does not depend on how those are cut.
Candidates two_level(const Nodes& nodes);

inline const bool two_level_registered = partitioners().add(
    "two_level", {.what = "first into nodes, then each among its cores", .candidates = two_level});

}  // namespace seafret
