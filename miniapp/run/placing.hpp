// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <vector>

#include "comms/base/node.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "miniapp/config/run_config.hpp"

namespace seafret {

/// What the partitioners are told; all ranks search together.
PartitionOptions partition_options(const PartitionConfig& config, const Communicator& comm);

/// The part of a host that counts as the node of this process: its socket, if the case wants that.
/// Throws InputError where a rank is not bound to one.  Collective.
int part_of_node(const PartitionConfig& config, const Communicator& comm);

/// A partition, and which process is which of its ranks.
struct Placing {
  std::vector<Box> owned;
  int rank = 0;             ///< that this process is to be
  std::string remark = "";  ///< for the report
};

/// Cuts a grid as the case file says: out of a file, or by a partitioner, which knows on which
/// nodes the processes are; or, with a rank order, gives the ranks out anew.  `fields` are the
/// model's, for costs that are measured.  Throws InputError.  Collective.
Placing place(const Grid& grid, const CaseFile& file, const PartitionConfig& config,
              std::span<const FieldDescription> fields, const Node& node);

}  // namespace seafret
