// SPDX-License-Identifier: BSD-3-Clause
#include <metis.h>

#include "miniapp/bench/general_partitioner.hpp"

namespace seafret {
namespace {

using Graph = SeaGraph<idx_t>;

/// `imbalance` in thousandths.
std::vector<idx_t> parts(Graph& graph, idx_t count, idx_t imbalance) {
  std::vector<idx_t> part(graph.cells.size(), 0);
  if (count == 1) return part;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_UFACTOR] = imbalance;
  options[METIS_OPTION_SEED] = 7;
  options[METIS_OPTION_NITER] = 20;
  options[METIS_OPTION_NCUTS] = 2;
  auto cells = static_cast<idx_t>(graph.cells.size());
  idx_t weights = 1, cut = 0;
  METIS_PartGraphKway(&cells, &weights, graph.first.data(), graph.beside.data(), nullptr, nullptr,
                      nullptr, &count, nullptr, nullptr, options, &cut, part.data());
  return part;
}

/// First into nodes, then each node's own sea among its cores.
std::vector<int> two_level(const Grid& grid, const Nodes& nodes) {
  const int cores = nodes.rooms().front();
  Graph graph(grid);
  const std::vector<idx_t> node = parts(graph, nodes.count(), 5);
  std::vector<int> owners(grid.cells.size(), -1);
  for (int n = 0; n < nodes.count(); ++n) {
    Grid of_node = grid;
    for (std::size_t c = 0; c < node.size(); ++c)
      if (node[c] != n) of_node.cells[graph.cells[c]] = Cell::dry;
    Graph inside(of_node);
    const std::vector<idx_t> part = parts(inside, cores, 10);
    for (std::size_t c = 0; c < part.size(); ++c) owners[inside.cells[c]] = n * cores + part[c];
  }
  return owners;
}

std::vector<int> flat(const Grid& grid, const Nodes& nodes) {
  return two_level(grid, {nodes.ranks(), nodes.ranks()});
}

const bool registered = general_partitioners().add("metis", flat) &&  //
                        general_partitioners().add("metis_two_level", two_level);

}  // namespace
}  // namespace seafret
