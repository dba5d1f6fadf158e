// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/placing.hpp"

#include <algorithm>

#include "decomposition/placement/rank_order.hpp"
#include "miniapp/files/partition_file.hpp"
#include "miniapp/run/calibration.hpp"
#include "miniapp/run/sockets.hpp"

namespace seafret {
PartitionOptions partition_options(const PartitionConfig& config, int cores_per_node,
                                   const Communicator& comm) {
  const auto best_of_all = [&comm](const Found& mine) {
    const auto [cost, number] = comm.least(mine.cost, static_cast<int>(mine.number));
    return Found{cost, number};
  };
  return {.cores_per_node = cores_per_node,
          .cost = config.cost,
          .weights = config.weights,
          .refine = config.refine,
          .searchers = {comm.rank(), comm.size(), best_of_all}};
}

namespace {

/// As the case file says: out of a file, or by a partitioner.
std::vector<Box> cut(const Grid& grid, const CaseFile& file, const PartitionConfig& config,
                     PartitionOptions options, const Communicator& comm) {
  if (!config.file.empty())
    return blaming(file, "partition.file",
                   [&] { return read_partition(file.beside(config.file), grid, comm); });
  return blaming(file, "partition.method",
                 [&] { return partitioners().at(config.method)(grid, comm.size(), options); });
}

/// How many processes each node has.
std::vector<int> rooms_of(std::span<const int> node_of) {
  std::vector<int> room;
  for (const int n : node_of) {
    room.resize(std::max(room.size(), static_cast<std::size_t>(n) + 1));
    ++room[static_cast<std::size_t>(n)];
  }
  return room;
}

/// The n-th process of a node gets the n-th of the ranks that go there.
int rank_of_process(const Node& node, std::span<const int> node_of_process,
                    std::span<const int> node_of_rank) {
  const int here = node_of_process[static_cast<std::size_t>(node.everyone().rank())];
  int rank = 0;
  for (int n = node.mates().rank();
       node_of_rank[static_cast<std::size_t>(rank)] != here || n-- > 0;)
    ++rank;
  return rank;
}

}  // namespace

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
  const std::vector<int> node_of_process = node.node_of_all(), room = rooms_of(node_of_process);
  Placing placing{.owned = {}, .rank = comm.rank()};
  PartitionOptions options = partition_options(config, std::ranges::max(room), comm);
  if (config.cost == "measured") {
    const Calibration calibration = calibrate(fields, node);
    options.weights = calibration.weights(config.weights);
    placing.remark = " (" + calibration.text() + ")";
  }
  const bool as_they_come = config.rank_order == "none";
  options.node_of = as_they_come ? node_of_process : fill_in_turn(room);
  placing.owned = cut(grid, file, config, options, comm);
  if (!as_they_come)
    placing.rank = rank_of_process(
        node, node_of_process,
        rank_orders().at(config.rank_order).node_of(HaloGraph({grid, placing.owned}), room));
  return placing;
}

}  // namespace seafret
