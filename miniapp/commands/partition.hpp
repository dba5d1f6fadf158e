// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/command_line/command.hpp"

namespace seafret {

Command::Execute declare_partition(CLI::App& app);

inline const bool partition_registered =
    commands().add("partition", {"find the best partition of a sea", declare_partition});

}  // namespace seafret
