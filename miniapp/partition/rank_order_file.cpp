// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/partition/rank_order_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "decomposition/base/error.hpp"
#include "miniapp/case_file/plural.hpp"

namespace seafret {
namespace {

std::string for_cray(const Nodes& nodes) {
  std::string text =
      "# MPICH_RANK_ORDER: with MPICH_RANK_REORDER_METHOD=3; the ranks of a node on a line\n";
  for (const auto& ranks : nodes.members()) text += fmt::format("{}\n", fmt::join(ranks, ","));
  return text;
}

std::string for_slurm(const Nodes& nodes, const std::vector<std::string>& hosts) {
  std::string text;
  for (const int node : nodes.of_rank()) text += hosts[static_cast<std::size_t>(node)] + "\n";
  return text;
}

std::string for_open_mpi(const Nodes& nodes, const std::vector<std::string>& hosts) {
  std::vector<int> taken(nodes.rooms().size(), 0);
  std::string text;
  for (int r = 0; const int of_rank : nodes.of_rank()) {
    const auto node = static_cast<std::size_t>(of_rank);
    text += fmt::format("rank {}={} slot={}\n", r++,
                        hosts.empty() ? fmt::format("+n{}", node) : hosts[node], taken[node]++);
  }
  return text;
}

}  // namespace

std::string rank_order_text(Launcher launcher, const Nodes& nodes,
                            const std::vector<std::string>& hosts) {
  if (launcher == Launcher::cray && !hosts.empty())
    throw InputError(
        "partition: --hosts is for the launchers slurm and openmpi; cray's file names none");
  const bool wants_names = launcher == Launcher::slurm || !hosts.empty();
  if (wants_names && std::ssize(hosts) < nodes.count())
    throw InputError(fmt::format(
        "{} node{} as many names of hosts, but there {} {}; --hosts wants a file with one a "
        "line, as 'scontrol show hostnames' prints them",
        nodes.count(), nodes.count() == 1 ? " needs" : "s need", hosts.size() == 1 ? "is" : "are",
        hosts.size()));
  if (launcher == Launcher::cray) return for_cray(nodes);
  return launcher == Launcher::slurm ? for_slurm(nodes, hosts) : for_open_mpi(nodes, hosts);
}

}  // namespace seafret
