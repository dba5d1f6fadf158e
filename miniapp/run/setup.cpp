// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/setup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comms/base/wait.hpp"
#include "comms/transports/availability.hpp"
#include "miniapp/case_file/list.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/run/placing.hpp"

namespace seafret {

Case::Start Setup::start(const Domain& domain) const {
  const Stepping stepping{
      .dt = dt, .halo = halo(), .depth = config.halo.depth, .overlap = config.halo.overlap};
  return {stepping, domain, steps};
}

namespace {

/// What a rank must know of the mask: its own columns, the widest halo round them, and one more,
/// which decides whether the faces of the last are wet.
Box known_to(const Box& owned, std::span<const FieldDescription> fields, int halo_depth) {
  int widest = halo_depth;
  for (const FieldDescription& f : fields)
    widest = std::max({widest, f.halo.west, f.halo.east, f.halo.south, f.halo.north});
  return owned.empty() ? Box{} : owned.grown(widest + 1);
}

}  // namespace

ReadCase read_case(const std::string& case_file, const std::vector<std::string>& overrides,
                   const Communicator& comm) {
  const CaseFile file = CaseFile::parse(case_file, read_on_one_rank(case_file, comm), overrides);
  std::unique_ptr<Case> model;
  const RunConfig config =
      read_config(file, registered_names(), [&](Keys& keys, const RunConfig& read) {
        model = cases().at(read.case_name)();
        model->describe(keys);
      });
  Wait::set_limit(config.halo.timeout);
  model->load(file, comm);
  return {file, config, std::move(model)};
}

Setup read_setup(const std::string& case_file, const std::vector<std::string>& overrides,
                 const Communicator& comm) {
  ReadCase read = read_case(case_file, overrides, comm);
  const CaseFile& file = read.file;
  const RunConfig& config = read.config;
  const Case* const model = read.model.get();
  const double dt = blaming(file, "time.dt", [&] { return model->time_step(config.time.dt); });
  const Grid grid = model->grid();
  const Node processes(comm.get(), config.partition.cores_per_node,
                       part_of_node(config.partition, comm));
  const std::vector<FieldDescription> fields = model->descriptions();
  const Placing placing = place(grid, file, config.partition, fields, processes);
  const Box& owned = placing.owned[static_cast<std::size_t>(placing.rank)];
  auto placed = std::make_unique<Communicator>(comm, placing.rank);
  auto node = std::make_unique<Node>(placed->get(), processes);
  auto shared =
      model->reads_node_mates(config.halo.how) ? std::make_unique<SharedMemory>(*node) : nullptr;
  return {.file = file,
          .config = config,
          .comm = std::move(placed),
          .node = std::move(node),
          .shared = std::move(shared),
          .model = std::move(read.model),
          .decomposition = {grid.cut_to(known_to(owned, fields, config.halo.depth)), placing.owned},
          .mask_rows = grid.rows(comm.rank(), comm.size()),
          .partition_remark = placing.remark,
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

std::string describe_partition(const Setup& setup) {
  const PartitionConfig& config = setup.config.partition;
  std::string text = config.file.empty() ? config.partitioner : config.file;
  if (config.rank_order != "none") text += ", rank order " + config.rank_order;
  return text + setup.partition_remark;
}

}  // namespace

Problem problem_of(const Setup& setup) {
  const Communicator& comm = *setup.comm;
  const Grid& grid = setup.decomposition.grid();
  const std::int64_t wet = count_wet(grid, setup.domain().owned());
  const Held held = setup.model->held(setup.start(setup.domain()));
  const auto mb_in_all = [&](std::size_t bytes) {
    return static_cast<double>(comm.sum(static_cast<std::int64_t>(bytes))) / 1e6;
  };
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
          .wet_columns = comm.sum(wet),
          .least_owned = -comm.max(-wet),
          .most_owned = comm.max(wet),
          .steps = setup.steps,
          .dt = setup.dt,
          .partition = describe_partition(setup),
          .halo = describe_halo(setup),
          .arena_mb = mb_in_all(held.arena),
          .work_mb = mb_in_all(held.work),
          .configuration = echo(describe_keys)};
}

}  // namespace seafret
