// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "decomposition/partition/nodes.hpp"

namespace seafret {

/// Who places ranks on nodes by a file.
enum class Launcher {
  cray,    ///< MPICH_RANK_ORDER, with MPICH_RANK_REORDER_METHOD=3: the ranks of a node on a line
  slurm,   ///< SLURM_HOSTFILE, with srun -m arbitrary: the host of each rank on a line
  openmpi  ///< mpirun --rankfile: the host and the slot of each rank on a line
};

/// The text of such a file: where each rank goes.  Slurm wants names of hosts; Open MPI can do
/// without, as it numbers those of the job.  Throws InputError where there are fewer names than
/// nodes, or names for cray's.
std::string rank_order_text(Launcher launcher, const Nodes& nodes,
                            const std::vector<std::string>& hosts);

}  // namespace seafret
