// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/run/report/report.hpp"
#include "miniapp/run/setup.hpp"

namespace seafret {

/// What the report says of a run before it begins.  Collective.
Problem problem_of(const Setup& setup);

}  // namespace seafret
