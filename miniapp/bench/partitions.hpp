// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/bench/benchmark.hpp"

namespace seafret {

Command::Execute declare_partitions_benchmark(CLI::App& app);

inline const bool partitions_benchmark_registered =
    benchmarks().add("partitions", {"the swaps of a sea, cut in every way that a partitioner knows",
                                    declare_partitions_benchmark});

}  // namespace seafret
