// SPDX-License-Identifier: BSD-3-Clause
// Every way of moving a halo.  To add one: write comms/transports/<name>.hpp, add a line here.
#include "comms/transports/fence.hpp"
#include "comms/transports/fence_get.hpp"
#include "comms/transports/fence_single.hpp"
#include "comms/transports/neighbour.hpp"
#include "comms/transports/notified.hpp"
#include "comms/transports/p2p.hpp"
#include "comms/transports/p2p_persistent.hpp"
#include "comms/transports/partitioned.hpp"
#include "comms/transports/passive.hpp"
#include "comms/transports/passive_lock.hpp"
#include "comms/transports/passive_naive.hpp"
#include "comms/transports/pscw.hpp"
#include "comms/transports/shared.hpp"

namespace seafret {

Registry<TransportKind>& transports() {
  static Registry<TransportKind> all("transport");
  return all;
}

}  // namespace seafret
