// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/placing.hpp"

#include <algorithm>

#include "decomposition/base/huge_pages.hpp"
#include "decomposition/placement/rank_order.hpp"
#include "miniapp/files/partition_file.hpp"
#include "miniapp/run/calibration.hpp"

namespace seafret {
namespace {

/// The part of a host that counts as the node of this process: its socket, if the case wants that.
int part_of_node(const PartitionConfig& config, const Communicator& comm) {
  if (config.node != "socket") return 0;
  return blaming("partition.node", [&] {
    if (find_socket == nullptr)
      throw InputError("this program was built without hwloc, which knows the sockets");
    const int socket = find_socket();
    if (comm.any(socket < 0))
      throw InputError(
          "not every rank is bound to a socket; mpirun --bind-to core or srun "
          "--cpu-bind=cores does that");
    return socket;
  });
}

/// As the case file says: out of a file, or by a partitioner.
std::vector<Box> cut(const Grid& grid, const RunConfig& config, const Nodes& nodes,
                     const Communicator& comm) {
  const PartitionConfig& how = config.partition;
  if (!how.file.empty())
    return blaming("partition.file", [&] {
      return read_partition(config.file.parent_path() / how.file, grid, comm);
    });
  return blaming("partition.method", [&] {
    return partitioners().at(how.partitioner)(grid, nodes, partition_options(how, comm));
  });
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

Placing place(const Case& the_case, const RunConfig& asked, const Communicator& comm) {
  RunConfig config = asked;
  const PartitionConfig& how = config.partition;
  const Grid grid = the_case.grid();
  const Node node(comm.get(), how.cores_per_node, part_of_node(how, comm));
  const Nodes processes(node.node_of_all());
  Placing placing;
  if (how.cost == "measured")
    placing.remark =
        " (" + calibrate(config.partition.weights, the_case.descriptions(), node) + ")";
  HugePages& memory = *HugePages::instance();  // which all that searchers count with comes from
  memory.forget_most();
  const std::size_t before = memory.bytes();
  int rank = comm.rank();
  if (how.rank_order == "none") {
    placing.owned = cut(grid, config, processes, comm);
  } else {
    placing.owned = cut(grid, config, Nodes::filled(processes.rooms()), comm);
    const HaloGraph graph({grid, placing.owned});
    rank =
        rank_of(rank, processes, rank_orders().at(how.rank_order).nodes(graph, processes.rooms()));
  }
  placing.comm = std::make_unique<Communicator>(comm, rank);
  placing.node = std::make_unique<Node>(placing.comm->get(), node);
  const std::size_t masks = 2 * grid.cells.size();  // the case's and the one that is cut
  placing.search_bytes = static_cast<double>(memory.most_bytes() - before + masks);
  return placing;
}

}  // namespace seafret
