// SPDX-License-Identifier: BSD-3-Clause
#include "comms/transports/transport.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "decomposition/placement/rank_order.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/config/run_config.hpp"

namespace seafret {

Names registered_names() {
  return {.cases = cases().names(),
          .partitioners = partitioners().names(),
          .costs = costs().names(),
          .rank_orders = rank_orders().names(),
          .transports = transports().names()};
}

}  // namespace seafret
