// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

/// How often the program has allocated so far, on all its threads.  A program that is linked with
/// allocations.cpp counts.
long allocations();

}  // namespace seafret
