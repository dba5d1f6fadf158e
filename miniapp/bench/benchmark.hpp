// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "decomposition/base/registry.hpp"
#include "miniapp/command_line/command.hpp"

namespace seafret {

/// One of the things that `seafret bench` measures.  Declared as a command of its own under it.
Registry<Command>& benchmarks();

}  // namespace seafret
