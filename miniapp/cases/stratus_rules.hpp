// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/case_file/keys.hpp"
#include "physics/atmosphere/stratus.hpp"

namespace seafret {

/// What no range of one key alone can refuse: levels, air and components that cannot be, each at
/// the key that is most likely to blame.  After all keys of the case.
void rule_out(Keys& keys, const StratusSettings& settings, const SoundingKnots& sounding);

}  // namespace seafret
