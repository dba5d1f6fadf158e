// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/placement/rank_order.hpp"

namespace seafret {

inline const bool no_rank_order_registered = rank_orders().add(
    "none", {"ranks fill one node after the other",
             [](const HaloGraph&, std::span<const int> rooms) { return Nodes::filled(rooms); }});

}  // namespace seafret
