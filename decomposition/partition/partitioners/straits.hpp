// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/partitioner.hpp"

namespace seafret {

/// First into nodes, where the sea is narrow: a cut may leave one side more of the sea than its
/// share, and give any number of nodes to either side.  Then each node among its cores, as
/// two_level does.
Candidates straits(const Nodes& nodes);

inline const bool straits_registered = partitioners().add(
    "straits", {.what = "first into nodes, where the sea is narrow, then each among its cores",
                .candidates = straits});

}  // namespace seafret
