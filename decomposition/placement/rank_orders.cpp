// SPDX-License-Identifier: BSD-3-Clause
// Every way of spreading ranks over nodes.  To add one: write
// decomposition/placement/rank_orders/<name>.hpp, add a line.
#include "decomposition/placement/rank_orders/greedy.hpp"
#include "decomposition/placement/rank_orders/mapped.hpp"
#include "decomposition/placement/rank_orders/none.hpp"

namespace seafret {

Registry<RankOrder>& rank_orders() {
  static Registry<RankOrder> all("rank order");
  return all;
}

}  // namespace seafret
