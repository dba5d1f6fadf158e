// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/notify/options.hpp"
#include "miniapp/case_file/keys.hpp"

namespace seafret {

/// The block notify of a case file.
void describe(Keys& keys, notify::NotifyOptions& options);

}  // namespace seafret
