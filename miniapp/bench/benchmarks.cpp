// SPDX-License-Identifier: BSD-3-Clause
// Every benchmark.  To add one: write miniapp/bench/<name>.hpp, add a line here.
#include "miniapp/bench/advection.hpp"
#include "miniapp/bench/arrays.hpp"
#include "miniapp/bench/benchmark.hpp"
#include "miniapp/bench/halo.hpp"
#include "miniapp/bench/partitions.hpp"
#include "miniapp/bench/search.hpp"
#include "miniapp/bench/signal.hpp"
#include "miniapp/bench/solver.hpp"
#include "miniapp/bench/step.hpp"

namespace seafret {

Registry<Command>& benchmarks() {
  static Registry<Command> all("benchmark");
  return all;
}

}  // namespace seafret
