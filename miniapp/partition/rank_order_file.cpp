// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/partition/rank_order_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "decomposition/base/error.hpp"

namespace seafret {
namespace {

std::string for_cray(std::span<const int> node_of, int nodes) {
  std::vector<std::vector<std::size_t>> ranks_of(static_cast<std::size_t>(nodes));
  for (std::size_t r = 0; r < node_of.size(); ++r)
    ranks_of[static_cast<std::size_t>(node_of[r])].push_back(r);
  std::string text =
      "# MPICH_RANK_ORDER: with MPICH_RANK_REORDER_METHOD=3; the ranks of a node on a line\n";
  for (const auto& ranks : ranks_of) text += fmt::format("{}\n", fmt::join(ranks, ","));
  return text;
}

std::string for_slurm(std::span<const int> node_of, const std::vector<std::string>& hosts) {
  std::string text;
  for (const int node : node_of) text += hosts[static_cast<std::size_t>(node)] + "\n";
  return text;
}

std::string for_open_mpi(std::span<const int> node_of, const std::vector<std::string>& hosts) {
  std::vector<int> taken(static_cast<std::size_t>(node_of.size()), 0);
  std::string text;
  for (std::size_t r = 0; r < node_of.size(); ++r) {
    const auto node = static_cast<std::size_t>(node_of[r]);
    text += fmt::format("rank {}={} slot={}\n", r,
                        hosts.empty() ? fmt::format("+n{}", node) : hosts[node], taken[node]++);
  }
  return text;
}

}  // namespace

std::string rank_order_text(Launcher launcher, std::span<const int> node_of,
                            const std::vector<std::string>& hosts) {
  const int nodes = 1 + *std::ranges::max_element(node_of);
  const bool wants_names = launcher == Launcher::slurm || !hosts.empty();
  if (wants_names && std::ssize(hosts) < nodes)
    throw InputError(fmt::format(
        "{} nodes need as many names of hosts, but there are {}; --hosts wants a file with one a "
        "line, as 'scontrol show hostnames' prints them",
        nodes, hosts.size()));
  if (launcher == Launcher::cray) return for_cray(node_of, nodes);
  return launcher == Launcher::slurm ? for_slurm(node_of, hosts) : for_open_mpi(node_of, hosts);
}

}  // namespace seafret
