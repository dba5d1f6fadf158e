// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>
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

/// A case, or a mask without one.
Subject read_file(const PartitionQuestion& question, const Communicator& comm) {
  if (question.file.ends_with(".yaml") || question.file.ends_with(".yml")) {
    const MaskOptions& mask = question.mask;
    if (!mask.variable.empty() || mask.periodic_x || mask.periodic_y)
      throw InputError("partition: --variable and --periodic are for masks; " + question.file +
                       " is taken for a case");
    const ReadCase read = read_case(question.file, question.overrides, comm);
    const Axes axes = read.the_case->axes();
    Mask columns{read.the_case->grid()};
    if (axes.x.unit == "degrees_east") columns = {columns.grid, axes.x.values, axes.y.values};
    return {.file = question.file,
            .mask = columns,
            .config = read.config.partition,
            .fields = read.the_case->descriptions(),
            .inputs = read.inputs.files()};
  }
  if (!question.overrides.empty())
    throw InputError("partition: --set is for cases; " + question.file + " is taken for a mask");
  FieldDescription one;
  one.levels = static_cast<int>(CostWeights{}.levels);
  one.halo = Halo::all(1);
  return {question.file, read_mask(question.file, question.mask, comm), {}, {one}};
}

/// The options of the command line replace what the case says.
void override_config(const PartitionQuestion& question, PartitionConfig& config) {
  const PartitionConfig best_known;
  config.partitioner = question.partitioner.empty() ? best_known.partitioner : question.partitioner;
  config.refine = question.partitioner.empty() ? best_known.refine : question.refine;
  if (!question.cost.empty()) config.cost = question.cost;
  if (question.cores_per_node > 0) config.cores_per_node = question.cores_per_node;
}

/// Puts what is measured here into the weights.
void measure(Subject& subject, const Communicator& comm) {
  if (comm.size() == 1 && subject.nodes.ranks() > 1)
    throw InputError(
        "partition: cost 'measured' times swaps between ranks, and there is one only; try "
        "mpirun -n 2 seafret partition ...");
  PartitionConfig& config = subject.config;
  subject.measured =
      calibrate(config.weights, subject.fields, Node(comm.get(), config.cores_per_node)) + "\n\n";
}

Subject read_subject(const PartitionQuestion& question, const Communicator& comm) {
  Subject subject = read_file(question, comm);
  override_config(question, subject.config);
  subject.nodes = {question.ranks, subject.config.cores_per_node};
  if (subject.config.cost == "measured") measure(subject, comm);
  return subject;
}

Ranking rank(const PartitionQuestion& question, const Subject& subject, const Communicator& comm) {
  const std::size_t most = question.all ? std::numeric_limits<std::size_t>::max()
                                        : static_cast<std::size_t>(question.top);
  return rank_candidates(subject.mask.grid, subject.nodes, partition_options(subject.config, comm),
                         partitioners().at(subject.config.partitioner), most, comm);
}

/// The winner's ranks on nodes.
struct Placed {
  Nodes nodes;
  std::int64_t off_node = 0;
  double cost = 0;
  std::string for_launcher = {};  ///< where it was asked for
};

Placed place(const RankOrder& order, const Subject& subject, const std::vector<Box>& boxes) {
  const Grid& grid = subject.mask.grid;
  Placed placed{order.nodes(HaloGraph({grid, boxes}), subject.nodes.rooms())};
  const std::vector<int>& node_of = placed.nodes.of_rank();
  LoadCounter count(grid);
  const std::span<const Load> loads = count(boxes, node_of);
  for (const Load& load : loads) placed.off_node += load.halo_off;
  placed.cost = costs().at(subject.config.cost)(loads, node_of, subject.config.weights);
  return placed;
}

void print(const PartitionQuestion& question, const Subject& subject, const Ranking& ranking,
           const Placed& placed) {
  fmt::print("{}{}", subject.measured, as_text(subject, ranking));
  if (question.rank_order == "none") return;
  const std::string& cost = subject.config.cost;
  const Verdict& best = ranking.best.front().verdict;
  fmt::print("\nrank order '{}' of the best: off-node {} -> {}, {} {:.0f} -> {:.0f}\n",
             question.rank_order, best.off_node, placed.off_node, cost, best.costs.at(cost),
             placed.cost);
}

/// One a line.
std::vector<std::string> read_hosts(const std::string& path) {
  if (path.empty()) return {};
  const auto in_names = [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_');
  };
  std::istringstream lines(read_text(path));
  std::vector<std::string> hosts;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos) continue;
    const std::string name = line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
    if (!std::ranges::all_of(name, in_names))
      throw InputError(fmt::format("{}:{}: '{}' is not the name of a host; one a line is expected",
                                   path, number, one_line(name)));
    hosts.push_back(name);
  }
  return hosts;
}

Launcher launcher_of(const std::string& name) {
  if (name == "slurm") return Launcher::slurm;
  return name == "openmpi" ? Launcher::openmpi : Launcher::cray;
}

void write_files(const PartitionQuestion& question, const Subject& subject, const Ranking& ranking,
                 const Placed& placed) {
  Json json = as_json(subject, ranking);
  json["rank_order"] = {
      {"name", question.rank_order}, {"off_node_total", placed.off_node}, {"cost", placed.cost}};
  if (!question.json.empty()) replace_text(question.json, text_of(json));
  if (!question.rank_order_file.empty())
    replace_text(question.rank_order_file, placed.for_launcher);
  if (!question.partition_file.empty())
    write_partition(question.partition_file, subject.mask.grid,
                    {.boxes = ranking.winner,
                     .node_of = placed.nodes.of_rank(),
                     .ordering = ranking.best.front().ordering,
                     .partitioner = subject.config.partitioner,
                     .cost = subject.config.cost,
                     .longitude = subject.mask.longitude,
                     .latitude = subject.mask.latitude,
                     .cost_value = placed.cost,
                     .cores_per_node = subject.cores_per_node()});
}

std::vector<std::string> written(const PartitionQuestion& question) {
  std::vector<std::string> paths = {question.json, question.rank_order_file,
                                    question.partition_file};
  std::erase(paths, "");
  return paths;
}

/// Before any work is done for them.
void try_to_write_files(const PartitionQuestion& question) {
  for (const std::string& path : written(question)) try_to_write(path);
}

}  // namespace

void answer(const PartitionQuestion& question, const Communicator& comm) {
  together<InputError>(comm, [&] {
    if (comm.rank() == 0) try_to_write_files(question);
  });
  const RankOrder& order = rank_orders().at(question.rank_order);
  const Subject subject = read_subject(question, comm);
  together<InputError>(comm, [&] { insist_on_others(written(question), subject.inputs); });
  const Ranking ranking = rank(question, subject, comm);
  std::optional<Placed> placed;
  together<InputError>(comm, [&] {
    if (comm.rank() != 0) return;
    placed = place(order, subject, ranking.winner);
    if (!question.rank_order_file.empty())
      placed->for_launcher = rank_order_text(launcher_of(question.launcher), placed->nodes,
                                             read_hosts(question.hosts));
    print(question, subject, ranking, *placed);
  });
  together<RunError>(comm, [&] {
    if (placed) write_files(question, subject, ranking, *placed);
  });
}

}  // namespace seafret
