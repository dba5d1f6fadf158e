// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory_resource>

#include "comms/base/mpi.hpp"
#include "comms/base/node.hpp"
#include "decomposition/base/huge_pages.hpp"
#include "decomposition/grid/decomposition.hpp"

namespace seafret::notify {
class Endpoint;
}

namespace seafret {

/// Where a model runs: who owns what, the ranks that take part, and what its fields are made of.
struct Domain {
  const Decomposition& decomposition;
  const Communicator& comm;
  SharedMemory* shared = nullptr;        ///< if set, node mates can read each other's fields
  notify::Endpoint* endpoint = nullptr;  ///< if set, for all swaps by notified puts
  /// If set, what the fields are made of, so that these puts can go straight into them.
  std::pmr::memory_resource* fields = nullptr;

  /// The same ranks and memory, where something else is shared out.
  Domain over(const Decomposition& other) const { return {other, comm, shared, endpoint, fields}; }

  const Grid& grid() const { return decomposition.grid(); }
  const Box& owned() const { return decomposition.owned(comm.rank()); }
  /// Where the arena of all fields that are swapped comes from.
  std::pmr::memory_resource* memory() const {
    if (fields != nullptr) return fields;
    if (shared != nullptr) return shared;
    return HugePages::instance();
  }
};

}  // namespace seafret
