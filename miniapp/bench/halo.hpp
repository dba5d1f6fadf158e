// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/bench/benchmark.hpp"

namespace seafret {

Command::Execute declare_halo_benchmark(CLI::App& app);

inline const bool halo_benchmark_registered = benchmarks().add(
    "halo", {"one swap of many fields, by every transport, verified", declare_halo_benchmark});

}  // namespace seafret
