// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace seafret::notify {

/// Which network the channel libfabric takes.
struct LibfabricOptions {
  /// The first of these that all ranks have.  No provider that is slow or unsound (sockets,
  /// udp;ofi_rxd), and shm only where it is asked for: memory of the node is faster.
  std::vector<std::string> providers = {"cxi",         "efa", "verbs;ofi_rxm", "opx", "psm3",
                                        "tcp;ofi_rxm", "tcp"};
  /// A rail each: interfaces (libfabric calls them domains: eth0, mlx5_0) or networks
  /// (10.0.0.0/24). An interface named twice is two rails.  Empty: one rail, on the first
  /// interface.
  std::vector<std::string> rails = {};
};

}  // namespace seafret::notify
