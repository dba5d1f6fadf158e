// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/partitioner.hpp"

namespace seafret {

/// Orders of cuts of which each goes along any dimension (Pickles' footnote 3).
inline const bool footnote3_registered = partitioners().add(
    "footnote3",
    {.what = "the best order of cuts of any dimension (its footnote 3)",
     .candidates = [](const Nodes& nodes) { return candidates_of(AnyDimension(nodes.ranks())); }});

}  // namespace seafret
