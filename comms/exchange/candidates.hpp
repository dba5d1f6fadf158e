// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comms/base/domain.hpp"
#include "comms/exchange/halo_options.hpp"

namespace seafret {

/// The safe way of what is asked for by trial, then what might be faster, the likeliest first:
/// fewer copies, no messages.  Windows of both kinds count as two.  Whether it can be had is not
/// asked.
std::vector<HaloOptions> candidates(const Domain& domain, const HaloOptions& asked);

}  // namespace seafret
