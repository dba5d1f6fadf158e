// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/bench/benchmark.hpp"

namespace seafret {

Command::Execute declare_signal_benchmark(CLI::App& app);

inline const bool signal_benchmark_registered = benchmarks().add(
    "signal",
    {"a message and its notice, by every way there is, verified", declare_signal_benchmark});

}  // namespace seafret
