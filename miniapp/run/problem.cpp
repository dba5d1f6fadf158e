// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "comms/transports/availability.hpp"
#include "miniapp/case_file/list.hpp"
#include "miniapp/run/setup.hpp"

namespace seafret {
namespace {

std::string own_swaps(const HaloOptions& halo) {
  std::vector<std::string> names;
  for (const auto& swap : halo.swaps) names.push_back("'" + swap.first + "'");
  return fmt::format("{}", fmt::join(names, ", "));
}

/// "pscw; 3 of 8 ranks share this node's memory: halo.on_node direct would copy without packing"
std::string describe_halo(const Setup& setup) {
  const HaloOptions& halo = setup.stepping.halo;
  const Node& node = *setup.placing.node;
  const bool direct = halo.on_node == HaloOptions::OnNode::direct;
  std::string text = halo.transport;
  if (halo.is_by_trial()) text += ": each swap tries what can be done and keeps the fastest";
  if (!setup.no_direct_copy.empty()) text += "; direct copy is not tried: " + setup.no_direct_copy;
  if (halo.packing == HaloOptions::Packing::datatype) text += ", derived datatypes";
  if (halo.combine > 0) text += fmt::format(", {} field(s) a message", halo.combine);
  if (const int mates = node.mates().size(); mates > 1 && !halo.is_by_trial())
    text += direct
                ? fmt::format("; {} ranks a node copy straight out of each other's fields", mates)
                : fmt::format(" ({} ranks share a node: halo.on_node direct is possible)", mates);
  if (!halo.swaps.empty()) text += "; otherwise " + own_swaps(halo) + " (halo.swaps)";
  const TransportKind& transport = transports().at(halo.settled_transport());
  if (const std::string why = slowness(transport, node.everyone()); !why.empty())
    text += "; WARNING: " + why;
  return text;
}

std::string describe_partition(const PartitionConfig& config, const std::string& remark) {
  std::string text = config.file.empty() ? config.partitioner : config.file;
  if (config.rank_order != "none") text += ", rank order " + config.rank_order;
  return text + remark;
}

int most_levels(std::span<const FieldDescription> fields) {
  int most = 1;
  for (const FieldDescription& field : fields) most = std::max(most, field.levels);
  return most;
}

std::size_t bytes_of(std::span<const FieldDescription> fields, const Box& owned) {
  std::size_t bytes = 0;
  for (const FieldDescription& field : fields)
    bytes += static_cast<std::size_t>(field.time_levels) * field.bytes(owned);
  return bytes;
}

}  // namespace

Problem problem_of(const Setup& setup) {
  const Communicator& comm = setup.domain.comm;
  const Grid& grid = setup.domain.grid();
  const std::int64_t wet = count_wet(grid, setup.domain.owned());
  const Held held = setup.the_case->held(setup.start);
  const std::vector<FieldDescription> fields = setup.the_case->descriptions();
  const auto mb_in_all = [&](std::size_t bytes) {
    return static_cast<double>(comm.sum(static_cast<std::int64_t>(bytes))) / 1e6;
  };
  RunConfig config = setup.config;
  return {.case_name = config.case_name,
          .case_file = config.file.string(),
          .nx = grid.nx,
          .ny = grid.ny,
          .nz = most_levels(fields),
          .wet_columns = comm.sum(wet),
          .least_owned = -comm.max(-wet),
          .most_owned = comm.max(wet),
          .steps = setup.start.steps,
          .end = config.time.end.value_or(0),
          .dt = setup.stepping.dt,
          .courant = config.time.courant,
          .partition = describe_partition(config.partition, setup.placing.remark),
          .halo = describe_halo(setup),
          .fields_mb = mb_in_all(bytes_of(fields, setup.domain.owned())),
          .arena_mb = mb_in_all(held.arena),
          .work_mb = mb_in_all(held.work),
          .kept_mb = mb_in_all(held.grid + grid.cells.size() + setup.mask_rows.cells.size()),
          .search_mb = setup.placing.search_bytes / 1e6,
          .owned = setup.placing.owned,
          .configuration = echo([&](Keys& keys) {
            describe(keys, config, cases().names());
            setup.the_case->describe(keys);
          })};
}

}  // namespace seafret
