// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/setup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comms/availability.hpp"
#include "decomposition/arena.hpp"
#include "miniapp/config/list.hpp"
#include "miniapp/config/text.hpp"

namespace seafret {

Case::Start Setup::start(const Domain& domain) const {
  return {.domain = domain,
          .dt = dt,
          .steps = steps,
          .halo = halo(),
          .depth = config.halo.depth,
          .overlap = config.halo.overlap};
}

namespace {

/// All ranks search together.
PartitionOptions partition_options(const PartitionConfig& config, const Node& node,
                                   const Communicator& comm) {
  const auto best_of_all = [&comm](const Found& mine) {
    const auto [cost, number] = comm.least(mine.cost, static_cast<int>(mine.number));
    return Found{cost, number};
  };
  return {.cores_per_node = static_cast<int>(comm.max(std::int64_t{node.mates().size()})),
          .cost = config.cost,
          .refine = config.refine,
          .searchers = {comm.rank(), comm.size(), best_of_all}};
}

}  // namespace

Setup read_setup(const std::string& case_file, const std::vector<std::string>& overrides,
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

  const double dt = blaming(file, "time.dt", [&] { return model->time_step(config.time.dt); });
  const Grid grid = model->grid();
  auto node = std::make_unique<Node>(comm.get(), config.partition.cores_per_node);
  const std::vector<Box> owned = blaming(file, "partition.method", [&] {
    return partitioners().at(config.partition.method)(
        grid, comm.size(), partition_options(config.partition, *node, comm));
  });
  auto shared =
      model->reads_node_mates(config.halo.how) ? std::make_unique<SharedMemory>(*node) : nullptr;
  return {.file = file,
          .config = config,
          .node = std::move(node),
          .shared = std::move(shared),
          .model = std::move(model),
          .decomposition = {grid, owned},
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

Problem problem_of(const Setup& setup, const Communicator& comm) {
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
