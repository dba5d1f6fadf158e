// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

/// The number of the socket of its host that this process is bound to; -1 where it is not bound to
/// one.  Null where the program was built without hwloc: what knows is linked in where that was
/// found, and sets this.
inline int (*find_socket)() = nullptr;

}  // namespace seafret
