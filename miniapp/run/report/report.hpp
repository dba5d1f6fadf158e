// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/run/report/result.hpp"

namespace seafret {

/// The report, in HPCG's order.  The first part is known before the run.
std::string opening(const Provenance& provenance, const Problem& problem);
/// The rest; its last line is "FOM: <number> <unit> VALID|INVALID".
std::string closing(const Problem& problem, const Result& result);

}  // namespace seafret
