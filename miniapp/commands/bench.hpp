// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/command_line/command.hpp"

namespace seafret {

Command::Execute declare_bench(CLI::App& app);

inline const bool bench_registered =
    commands().add("bench", {"measure one thing many ways", declare_bench});

}  // namespace seafret
