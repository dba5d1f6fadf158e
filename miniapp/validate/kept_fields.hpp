// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "comms/base/mpi.hpp"
#include "miniapp/validate/compare.hpp"

namespace seafret {

/// The output of a case's short run beside the one that is kept with its references: the largest
/// difference, as a share of the largest value of its field.  Throws InputError where `kept` is
/// missing or the two do not have the same fields.  Collective.
ValidationRow compare_with_kept(const ValidationPlan& plan, const std::string& output,
                                const Communicator& comm);

/// Puts the output in the kept one's place.  Throws InputError.  Collective.
void keep(const ValidationPlan& plan, const std::string& output, const Communicator& comm);

}  // namespace seafret
