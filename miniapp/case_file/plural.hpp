// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace seafret {

/// What the word for so many things ends with.
inline const char* plural(std::int64_t n) { return n == 1 ? "" : "s"; }

}  // namespace seafret
