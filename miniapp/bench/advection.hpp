// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/bench/benchmark.hpp"

namespace seafret {

Command::Execute declare_advection_benchmark(CLI::App& app);

inline const bool advection_benchmark_registered = benchmarks().add(
    "advection", {"time every advection scheme beside STREAM", declare_advection_benchmark});

}  // namespace seafret
