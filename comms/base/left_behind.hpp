// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string_view>

namespace seafret {

/// Removes what killed processes have left in /dev/shm: files whose names begin with `before`, the
/// number of a process that is no more, and `after`.  Those of the last minute stay: they may be of
/// processes that cannot be seen from here, in another container, and be looked for by others.
void remove_left_behind(std::string_view before, std::string_view after);

}  // namespace seafret
