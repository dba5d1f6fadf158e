// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/placing.hpp"

#include <algorithm>

#include "decomposition/placement/rank_order.hpp"
#include "miniapp/files/partition_file.hpp"
#include "miniapp/run/calibration.hpp"
#include "miniapp/run/sockets.hpp"

namespace seafret {
namespace {

/// As the case file says: out of a file, or by a partitioner.
std::vector<Box> cut(const Grid& grid, const CaseFile& file, const PartitionConfig& config,
                     const Nodes& nodes, const PartitionOptions& options,
                     const Communicator& comm) {
  if (!config.file.empty())
    return blaming(file, "partition.file",
                   [&] { return read_partition(file.beside(config.file), grid, comm); });
  return blaming(file, "partition.method",
                 [&] { return partitioners().at(config.partitioner)(grid, nodes, options); });
}

/// The n-th process of a node gets the n-th of the ranks that go there.
int rank_of(int process, const Nodes& processes, const Nodes& ranks) {
  const auto here = static_cast<std::size_t>(processes[static_cast<std::size_t>(process)]);
  const std::vector<int> mates = processes.members()[here];
  return ranks
      .members()[here][static_cast<std::size_t>(std::ranges::find(mates, process) - mates.begin())];
}

}  // namespace

PartitionOptions partition_options(const PartitionConfig& config, const Communicator& comm) {
  const auto best_of_all = [&comm](const Found& mine) {
    const auto [cost, number] = comm.least(mine.cost, static_cast<int>(mine.number));
    return Found{cost, number};
  };
  return {.cost = config.cost,
          .weights = config.weights,
          .refine = config.refine,
          .searchers = {comm.rank(), comm.size(), best_of_all}};
}

int part_of_node(const PartitionConfig& config, const Communicator& comm) {
  if (config.node != "socket") return 0;
  if (socket_finder() == nullptr)
    throw InputError("partition.node socket: this program was built without hwloc, which knows");
  const int socket = socket_finder()();
  if (comm.any(socket < 0))
    throw InputError(
        "partition.node socket: not every rank is bound to one; mpirun --bind-to core or srun "
        "--cpu-bind=cores does that");
  return socket;
}

Placing place(const Grid& grid, const CaseFile& file, const PartitionConfig& config,
              std::span<const FieldDescription> fields, const Node& node) {
  const Communicator& comm = node.everyone();
  const Nodes processes(node.node_of_all()), filled = Nodes::filled(processes.rooms());
  Placing placing{.owned = {}, .rank = comm.rank()};
  PartitionOptions options = partition_options(config, comm);
  if (config.cost == "measured") {
    const Calibration calibration = calibrate(fields, node);
    options.weights = calibration.weights(config.weights);
    placing.remark = " (" + calibration.text() + ")";
  }
  const bool as_they_come = config.rank_order == "none";
  placing.owned = cut(grid, file, config, as_they_come ? processes : filled, options, comm);
  if (as_they_come) return placing;
  const RankOrder& order = rank_orders().at(config.rank_order);
  const Nodes ranks = order.nodes(HaloGraph({grid, placing.owned}), processes.rooms());
  placing.rank = rank_of(comm.rank(), processes, ranks);
  return placing;
}

}  // namespace seafret
