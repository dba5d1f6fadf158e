// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>

namespace seafret {

/// Takes the memory of a block now, from the node of this core; what stands there stays.  A file
/// system in memory lets anybody have more than there is, and kills who first writes to a page that
/// it has not: what is taken is never refused later.  False where it cannot be had.
bool take_pages(void* block, std::size_t bytes);

/// What this machine has, in bytes.
double memory_of_machine();

}  // namespace seafret
