// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/bench/benchmark.hpp"

namespace seafret {

Command::Execute declare_arrays_benchmark(CLI::App& app);

inline const bool arrays_benchmark_registered = benchmarks().add(
    "arrays",
    {"the swap of other models' arrays: in C beside C++, and by the order of their indices",
     declare_arrays_benchmark});

}  // namespace seafret
