// SPDX-License-Identifier: BSD-3-Clause
// Every way of judging a partition.  To add one: write decomposition/partition/costs/<name>.hpp,
// add a line.
#include "decomposition/partition/costs/comms.hpp"
#include "decomposition/partition/costs/dry.hpp"
#include "decomposition/partition/costs/latency.hpp"
#include "decomposition/partition/costs/measured.hpp"
#include "decomposition/partition/costs/mix.hpp"
#include "decomposition/partition/costs/node.hpp"
#include "decomposition/partition/costs/off.hpp"
#include "decomposition/partition/costs/on.hpp"
#include "decomposition/partition/costs/paper.hpp"
#include "decomposition/partition/costs/wet.hpp"

namespace seafret {

Registry<Cost>& costs() {
  static Registry<Cost> all("cost");
  return all;
}

}  // namespace seafret
