// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/bench/benchmark.hpp"

namespace seafret {

Command::Execute declare_search_benchmark(CLI::App& app);

inline const bool search_benchmark_registered =
    benchmarks().add("search", {"the search for a partition of a sea, by every space of candidates",
                                declare_search_benchmark});

}  // namespace seafret
