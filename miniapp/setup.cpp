// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "comms/availability.hpp"
#include "decomposition/arena.hpp"
#include "decomposition/rank_order.hpp"
#include "miniapp/config/list.hpp"
#include "miniapp/config/text.hpp"
#include "miniapp/files/partition_file.hpp"

namespace seafret {

Case::Start Setup::start(const Domain& domain) const {
  return {.domain = domain,
          .dt = dt,
          .steps = steps,
          .halo = halo(),
          .depth = config.halo.depth,
          .overlap = config.halo.overlap};
}

ReadCase read_case(const std::string& case_file, const std::vector<std::string>& overrides,
                   const Communicator& comm) {
  const CaseFile file =
      CaseFile::parse(case_file, read_on_one_rank_and_broadcast(case_file, comm), overrides);
  std::unique_ptr<Case> model;
  const RunConfig config =
      read_config(file, registered_names(), [&](Keys& keys, const RunConfig& read) {
        model = cases().at(read.case_name)();
        model->describe(keys);
      });
  model->load(file.folder(), comm);
  return {file, config, std::move(model)};
}

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
    return read_partition((std::filesystem::path(file.folder()) / config.file).string(), grid,
                          comm);
  return blaming(file, "partition.method",
                 [&] { return partitioners().at(config.method)(grid, comm.size(), options); });
}

/// A partition, and which process is which of its ranks.
struct Placing {
  std::vector<Box> owned;
  int rank = 0;  ///< that this process is to be
};

/// Where processes do not fill nodes in order, the search knows; unless the ranks are given out
/// anew, node by node.
Placing place(const Grid& grid, const CaseFile& file, const PartitionConfig& config,
              const Node& node, const Communicator& comm) {
  const std::vector<int> node_of_process = node.node_of_all();
  std::vector<int> room;
  for (const int n : node_of_process) {
    room.resize(std::max(room.size(), static_cast<std::size_t>(n) + 1));
    ++room[static_cast<std::size_t>(n)];
  }
  PartitionOptions options = partition_options(config, std::ranges::max(room), comm);
  if (config.rank_order == "none") {
    options.node_of = node_of_process;
    return {cut(grid, file, config, options, comm), comm.rank()};
  }
  options.node_of = fill_in_turn(room);
  Placing placing{cut(grid, file, config, options, comm)};
  const std::vector<int> node_of_rank =
      rank_orders().at(config.rank_order).node_of(HaloGraph({grid, placing.owned}), room);
  // The n-th process of a node gets the n-th of the ranks that go there.
  std::ptrdiff_t n = node.mates().rank();
  const int here = node_of_process[static_cast<std::size_t>(comm.rank())];
  while (node_of_rank[static_cast<std::size_t>(placing.rank)] != here || n-- > 0) ++placing.rank;
  return placing;
}

}  // namespace

Setup read_setup(const std::string& case_file, const std::vector<std::string>& overrides,
                 const Communicator& comm) {
  ReadCase read = read_case(case_file, overrides, comm);
  const CaseFile& file = read.file;
  const RunConfig& config = read.config;
  const Case* const model = read.model.get();
  const double dt = blaming(file, "time.dt", [&] { return model->time_step(config.time.dt); });
  const Grid grid = model->grid();
  const int cores = config.partition.cores_per_node;
  const Placing placing = place(grid, file, config.partition, Node(comm.get(), cores), comm);
  auto placed = std::make_unique<Communicator>(comm, placing.rank);
  auto node = std::make_unique<Node>(placed->get(), cores);
  auto shared =
      model->reads_node_mates(config.halo.how) ? std::make_unique<SharedMemory>(*node) : nullptr;
  return {.file = file,
          .config = config,
          .comm = std::move(placed),
          .node = std::move(node),
          .shared = std::move(shared),
          .model = std::move(read.model),
          .decomposition = {grid, placing.owned},
          .dt = dt,
          .steps = config.time.step_count(dt)};
}

namespace {

/// "pscw; 3 of 8 ranks share this node's memory: halo.on_node direct would copy without packing"
std::string describe_halo(const Setup& setup) {
  const HaloOptions halo = setup.halo();
  const bool direct = halo.on_node == HaloOptions::OnNode::direct;
  std::string text = halo.transport;
  if (halo.packing == HaloOptions::Packing::datatype) text += ", derived datatypes";
  if (halo.combine > 0) text += fmt::format(", {} field(s) a message", halo.combine);
  if (const int mates = setup.node->mates().size(); mates > 1)
    text += direct
                ? fmt::format("; {} ranks a node copy straight out of each other's fields", mates)
                : fmt::format(" ({} ranks share a node: halo.on_node direct is possible)", mates);
  if (const std::string why = slowness(transports().at(halo.transport), setup.node->everyone());
      !why.empty())
    text += "; WARNING: " + why;
  return text;
}

}  // namespace

Problem problem_of(const Setup& setup) {
  const Communicator& comm = *setup.comm;
  const Grid& grid = setup.decomposition.grid();
  const CellCount wet(grid, Cell::wet);
  const Box& owned = setup.decomposition.owned(comm.rank());
  const std::vector<FieldDescription> held = setup.model->held();
  const std::size_t bytes = Arena::room_for(held, owned);
  const auto describe_keys = [&](Keys& keys) {
    RunConfig config = setup.config;
    describe(keys, config, registered_names());
    setup.model->describe(keys);
  };
  return {.case_name = setup.config.case_name,
          .case_file = setup.file.path(),
          .nx = grid.nx,
          .ny = grid.ny,
          .nz = std::max(1, grid.nz),
          .wet_columns = wet(grid.box()),
          .least_owned = -comm.max(-wet(owned)),
          .most_owned = comm.max(wet(owned)),
          .steps = setup.steps,
          .dt = setup.dt,
          .partition = setup.config.partition.method,
          .halo = describe_halo(setup),
          .expected_mb = static_cast<double>(comm.sum(static_cast<std::int64_t>(bytes))) / 1e6,
          .configuration = echo(describe_keys)};
}

}  // namespace seafret
