// SPDX-License-Identifier: BSD-3-Clause
// Every way of judging a partition.  To add one: write decomposition/costs/<name>.hpp, add a line.
#include "decomposition/costs/comms.hpp"
#include "decomposition/costs/dry.hpp"
#include "decomposition/costs/latency.hpp"
#include "decomposition/costs/measured.hpp"
#include "decomposition/costs/mix.hpp"
#include "decomposition/costs/node.hpp"
#include "decomposition/costs/off.hpp"
#include "decomposition/costs/on.hpp"
#include "decomposition/costs/paper.hpp"
#include "decomposition/costs/wet.hpp"

namespace seafret {

Registry<Cost>& costs() {
  static Registry<Cost> all("cost");
  return all;
}

}  // namespace seafret
