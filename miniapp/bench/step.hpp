// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/bench/benchmark.hpp"

namespace seafret {

/// Times a step of the stratus model, with all that moves the air and with the dynamics alone, or
/// of the coastal case, beside STREAM's triad.
Command::Execute declare_step_benchmark(CLI::App& app);

inline const bool step_benchmark_registered = benchmarks().add(
    "step",
    {"time a step of the stratus model, with all its physics and without, or of the coastal case",
     declare_step_benchmark});

}  // namespace seafret
