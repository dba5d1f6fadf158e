// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

/// How often this thread has allocated so far.  A program that is linked with
/// allocations.cpp counts.
long allocations();

}  // namespace seafret
