// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/partition/partitioner.hpp"

namespace seafret {

/// Pickles' orders of cuts (his eq. 1).
inline const bool k_section_search_registered = partitioners().add(
    "k_section_search",
    {.what = "the best order of cuts in turns (eq. 1 of the paper)",
     .candidates = [](const Nodes& nodes) { return candidates_of(TurnByTurn(nodes.ranks())); }});

}  // namespace seafret
