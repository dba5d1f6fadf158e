// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <CLI/CLI.hpp>
#include <memory>

#include "miniapp/command_line/command.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "miniapp/partition/question.hpp"

namespace seafret {

inline void declare_subject(CLI::App& app, PartitionQuestion& q, std::string& periodic) {
  app.add_option("CASE.yaml|MASK", q.file,
                 "whose grid is cut; a mask is HDF5, netCDF-4, PGM or plain text")
      ->required();
  app.add_option("--set", q.overrides, "overrides a value of the case file: block.key=value")
      ->allow_extra_args(false);
  app.add_option("--variable", q.mask.variable,
                 "the mask within its file (the first of mask, wet, tmask, mask_rho)");
  app.add_option("--periodic", periodic, "the axes on which a mask goes round: x, y or xy")
      ->check(one_of({"x", "y", "xy"}));
}

inline void declare_search(CLI::App& app, PartitionQuestion& q) {
  app.add_option("--ranks", q.ranks, "among how many; any number, however many run this")
      ->required()
      ->check(whole_number(1, 1 << 20));
  app.add_option("--cores-per-node", q.cores_per_node,
                 "ranks of a node (what the case says, or all on one)")
      ->check(whole_number(1));
  app.add_option(
      "--cost", q.cost,
      "by what partitions are judged (what the case says, or paper); seafret list costs");
  CLI::Option* const partitioner = app.add_option(
      "--partitioner", q.partitioner,
      "whose candidates (the best there is, its lines moved); seafret list partitioners");
  app.add_flag("--refine", q.refine, "move the lines of the best that --partitioner finds")
      ->needs(partitioner);
}

inline void declare_results(CLI::App& app, PartitionQuestion& q) {
  CLI::Option* const top =
      app.add_option("--top", q.top, "how many of the best are shown (5)")->check(whole_number(1));
  app.add_flag("--all", q.all, "show all feasible candidates")->excludes(top);
  app.add_option("--json", q.json, "write the table to this file, too");
  app.add_option(
      "--out", q.partition_file,
      "write the best to this HDF5 file, for partition.file and tools/plot_partition.py");
  app.add_option("--rank-order,--place", q.rank_order,
                 "which of its ranks share a node (none); seafret list rank_orders");
  CLI::Option* const file = app.add_option("--rank-order-file", q.rank_order_file,
                                           "write where its ranks go to this file");
  app.add_option("--launcher", q.launcher, "who reads that file: cray, slurm or openmpi (cray)")
      ->check(one_of({"cray", "slurm", "openmpi"}))
      ->needs(file);
  app.add_option("--hosts", q.hosts, "a file of the names of the nodes, for slurm and openmpi")
      ->needs(file);
}

inline Command::Execute declare_partition(CLI::App& app) {
  const auto question = std::make_shared<PartitionQuestion>();
  const auto periodic = std::make_shared<std::string>();
  declare_subject(app, *question, *periodic);
  declare_search(app, *question);
  declare_results(app, *question);
  return [question, periodic](const Communicator& comm) {
    question->mask.periodic_x = periodic->find('x') != std::string::npos;
    question->mask.periodic_y = periodic->find('y') != std::string::npos;
    answer(*question, comm);
    return 0;
  };
}

inline const bool partition_registered =
    commands().add("partition", {"find the best partition of a sea", declare_partition});

}  // namespace seafret
