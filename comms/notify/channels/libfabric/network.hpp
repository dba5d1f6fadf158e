// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <rdma/fabric.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "comms/base/node.hpp"
#include "comms/notify/channels/libfabric/library.hpp"
#include "comms/notify/libfabric_options.hpp"

namespace seafret::notify {

/// A call of libfabric has failed on this rank, or what it had begun.
struct FabricError : std::runtime_error {
  FabricError(const fi_info& network, const std::string& what);
};

/// Throws FabricError where what a call returned is an error.
void insist(ssize_t status, const fi_info& network, const char* call);

struct FreeNetworks {
  void operator()(fi_info* first) const { Library::get().freeinfo(first); }
};

/// What a provider offers on this rank, and what of it the rails are.
struct Networks {
  std::unique_ptr<fi_info, FreeNetworks> all = {};
  std::vector<fi_info*> rails = {};

  std::string in_words() const;  ///< "tcp;ofi_rxm on eth0, eth1"
};

/// Those of the first provider that all ranks have, with all rails.  Collective.  Throws InputError
/// where there is none.
Networks choose_networks(const LibfabricOptions& options, const Node& node);

}  // namespace seafret::notify
