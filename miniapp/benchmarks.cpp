// SPDX-License-Identifier: BSD-3-Clause
// Every benchmark.  To add one: write miniapp/benches/<name>.hpp, add a line here.
#include "miniapp/benches/halo.hpp"
#include "miniapp/benches/partitions.hpp"
#include "miniapp/benches/search.hpp"
#include "miniapp/benchmark.hpp"

namespace seafret {

Registry<Command>& benchmarks() {
  static Registry<Command> all("benchmark");
  return all;
}

}  // namespace seafret
