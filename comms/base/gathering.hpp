// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "comms/base/mpi.hpp"

namespace seafret {

/// This rank by itself.
Communicator alone();

/// Everybody's values, counts[r] of rank r from firsts[r] on, on all ranks.  Collective.
void gather_on_all(std::span<const double> mine, std::span<const int> counts,
                   std::span<const int> firsts, std::span<double> everybodys,
                   const Communicator& comm);

}  // namespace seafret
