// SPDX-License-Identifier: BSD-3-Clause
// Every way of moving a halo.  To add one: write comms/transports/<name>.hpp, add a line here.
#include "comms/transports/p2p.hpp"

namespace seafret {

Registry<MakeTransport>& transports() {
  static Registry<MakeTransport> all("transport");
  return all;
}

}  // namespace seafret
