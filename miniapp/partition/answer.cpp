// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "comms/base/together.hpp"
#include "decomposition/placement/rank_order.hpp"
#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/partition_file.hpp"
#include "miniapp/partition/question.hpp"
#include "miniapp/partition/rank_order_file.hpp"
#include "miniapp/partition/tables.hpp"
#include "miniapp/run/calibration.hpp"
#include "miniapp/run/placing.hpp"
#include "miniapp/run/setup.hpp"

namespace seafret {
namespace {

/// What is to be cut, and what its case says about that.
struct Subject {
  Mask mask;
  PartitionConfig config = {};
  std::vector<FieldDescription> fields = {};
};

bool is_case(const std::string& file) { return file.ends_with(".yaml") || file.ends_with(".yml"); }

Subject read_subject(const PartitionQuestion& question, const Communicator& comm) {
  if (is_case(question.file)) {
    const ReadCase read = read_case(question.file, question.overrides, comm);
    const Axes axes = read.model->axes();
    Mask mask{read.model->grid()};
    if (axes.x.unit == "degrees_east") mask = {mask.grid, axes.x.values, axes.y.values};
    return {mask, read.config.partition, read.model->held()};
  }
  if (!question.overrides.empty())
    throw InputError("partition: --set is for cases; " + question.file + " is taken for a mask");
  FieldDescription one;
  one.levels = static_cast<int>(CostWeights{}.levels);
  one.halo = Halo::all(1);
  return {read_mask(question.file, question.mask, comm), {}, {one}};
}

/// The options of the command line replace what the case says.
PartitionConfig config_of(const PartitionQuestion& question, const PartitionConfig& of_case) {
  const PartitionConfig best_known;
  PartitionConfig config = of_case;
  config.method = question.partitioner.empty() ? best_known.method : question.partitioner;
  config.refine = question.partitioner.empty() ? best_known.refine : question.refine;
  if (!question.cost.empty()) config.cost = question.cost;
  if (question.cores_per_node > 0) config.cores_per_node = question.cores_per_node;
  return config;
}

/// The winner's ranks on nodes.
struct Placed {
  std::vector<int> node_of;
  std::int64_t off_node = 0;
  double cost = 0;
};

Placed place(const PartitionQuestion& question, const PartitionConfig& config, const Grid& grid,
             const std::vector<Box>& boxes) {
  const RankOrder& order = rank_orders().at(question.rank_order);
  Placed placed{
      order.node_of(HaloGraph({grid, boxes}), rooms(question.ranks, config.cores_per_node))};
  LoadCounter count(grid);
  const std::span<const Load> loads = count(boxes, placed.node_of);
  for (const Load& load : loads) placed.off_node += load.halo_off;
  placed.cost = costs().at(config.cost)(loads, placed.node_of, config.weights);
  return placed;
}

std::vector<std::string> read_hosts(const std::string& path) {
  if (path.empty()) return {};
  std::vector<std::string> hosts;
  std::istringstream lines(read_text(path));
  for (std::string name; lines >> name;) hosts.push_back(name);
  return hosts;
}

Launcher launcher_of(const std::string& name) {
  if (name == "slurm") return Launcher::slurm;
  return name == "openmpi" ? Launcher::openmpi : Launcher::cray;
}

void write_files(const PartitionQuestion& question, const PartitionConfig& config, const Mask& mask,
                 const Ranking& ranking, const Placed& placed, const Json& json) {
  if (!question.json.empty()) replace_text(question.json, json.dump(1) + "\n");
  if (!question.rank_order_file.empty())
    replace_text(question.rank_order_file,
                 rank_order_text(launcher_of(question.launcher), placed.node_of,
                                 read_hosts(question.hosts)));
  if (!question.partition_file.empty())
    write_partition(question.partition_file, mask.grid,
                    {.boxes = ranking.winner,
                     .node_of = placed.node_of,
                     .ordering = ranking.best.front().ordering,
                     .partitioner = config.method,
                     .cost = config.cost,
                     .longitude = mask.longitude,
                     .latitude = mask.latitude,
                     .cost_value = placed.cost,
                     .cores_per_node = config.cores_per_node});
}

}  // namespace

void answer(const PartitionQuestion& question, const Communicator& comm) {
  const Subject subject = read_subject(question, comm);
  const Grid& grid = subject.mask.grid;
  PartitionConfig config = config_of(question, subject.config);
  std::string measured;
  if (config.cost == "measured") {
    if (comm.size() == 1 && question.ranks > 1)
      throw InputError(
          "partition: cost 'measured' times swaps between ranks, and there is one only; try "
          "mpirun -n 2 seafret partition ...");
    const Calibration calibration =
        calibrate(subject.fields, Node(comm.get(), config.cores_per_node));
    config.weights = calibration.weights(config.weights);
    measured = calibration.text() + "\n\n";
  }
  const std::size_t most = question.all ? std::numeric_limits<std::size_t>::max()
                                        : static_cast<std::size_t>(question.top);
  const Ranking ranking =
      rank_candidates(grid, question.ranks, partition_options(config, config.cores_per_node, comm),
                      partitioners().at(config.method), most, comm);
  rank_orders().at(question.rank_order);
  together<InputError>(comm, [&] {
    if (comm.rank() != 0) return;
    const Placed placed = place(question, config, grid, ranking.winner);
    const RankedGrid ranked{
        question.file,  grid.nx,
        grid.ny,        CellCount(grid, Cell::wet)(grid.box()),
        question.ranks, config.cores_per_node > 0 ? config.cores_per_node : question.ranks,
        config.method,  config.cost};
    Json json = as_json(ranked, ranking);
    json["rank_order"] = {
        {"name", question.rank_order}, {"off_node_total", placed.off_node}, {"cost", placed.cost}};
    fmt::print("{}{}", measured, as_text(ranked, ranking));
    if (question.rank_order != "none")
      fmt::print("\nrank order '{}' of the best: off-node {} -> {}, {} {:.0f} -> {:.0f}\n",
                 question.rank_order, ranking.best.front().verdict.off_node, placed.off_node,
                 config.cost, ranking.best.front().verdict.costs.at(config.cost), placed.cost);
    write_files(question, config, subject.mask, ranking, placed, json);
  });
}

}  // namespace seafret
