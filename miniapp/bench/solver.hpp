// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/bench/benchmark.hpp"

namespace seafret {

Command::Execute declare_solver_benchmark(CLI::App& app);

inline const bool solver_benchmark_registered = benchmarks().add(
    "solver", {"the pressure equation, by every solver there is", declare_solver_benchmark});

}  // namespace seafret
