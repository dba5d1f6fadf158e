// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "comms/base/node.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/config/run_config.hpp"

namespace seafret {

/// What the partitioners are told; all ranks search together.
PartitionOptions partition_options(const PartitionConfig& config, const Communicator& comm);

/// The number of the socket of its host that this process is bound to; -1 where it is not bound to
/// one.  Null where the program was built without hwloc: what knows is linked in where that was
/// found, and sets this.
inline int (*find_socket)() = nullptr;

/// A partition, and which process is which of its ranks.
struct Placing {
  std::vector<Box> owned;
  std::unique_ptr<Communicator> comm;  ///< rank r of it owns box r
  std::unique_ptr<Node> node;          ///< of its ranks
  std::string remark = "";             ///< for the report
  double search_bytes = 0;             ///< that looking for it took on each rank for a while
};

/// Cuts a case's grid as the case file says: out of a file, or by a partitioner, which knows on
/// which nodes the processes are; or, with a rank order, gives the ranks out anew.  Throws
/// InputError.  Collective.
Placing place(const Case& the_case, const RunConfig& asked, const Communicator& comm);

}  // namespace seafret
