// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

/// The number of the socket of its host that this process is bound to; -1 where it is not bound to
/// one.  Null where the program was built without hwloc: what knows is linked in where that was
/// found, and sets this.
using FindSocket = int (*)();
inline FindSocket& socket_finder() {
  static FindSocket finder = nullptr;
  return finder;
}

}  // namespace seafret
