// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <cstdio>

extern "C" {
#include <scotch.h>
}

#include "miniapp/bench/general_partitioner.hpp"

namespace seafret {
namespace {

/// Mapped to nodes of cores, five times as far from each other as cores (Scotch 7.0.3 crashes where
/// such a distance is 0).
std::vector<int> mapped(const Grid& grid, const Nodes& nodes) {
  SeaGraph<SCOTCH_Num> sea(grid);
  std::vector<SCOTCH_Num> part(sea.cells.size());
  SCOTCH_Graph graph;
  SCOTCH_graphInit(&graph);
  SCOTCH_graphBuild(&graph, 0, static_cast<SCOTCH_Num>(sea.cells.size()), sea.first.data(), nullptr,
                    nullptr, nullptr, static_cast<SCOTCH_Num>(sea.beside.size()), sea.beside.data(),
                    nullptr);
  SCOTCH_Arch machine;
  SCOTCH_archInit(&machine);
  const SCOTCH_Num sizes[] = {nodes.count(), nodes.rooms().front()}, distances[] = {5, 1};
  SCOTCH_archTleaf(&machine, 2, sizes, distances);
  SCOTCH_Strat strategy;
  SCOTCH_stratInit(&strategy);
  SCOTCH_stratGraphMapBuild(&strategy, SCOTCH_STRATQUALITY | SCOTCH_STRATBALANCE, nodes.ranks(),
                            0.02);
  SCOTCH_randomReset();
  SCOTCH_graphMap(&graph, &machine, &strategy, part.data());
  SCOTCH_stratExit(&strategy);
  SCOTCH_archExit(&machine);
  SCOTCH_graphExit(&graph);
  std::vector<int> owners(grid.cells.size(), -1);
  for (std::size_t c = 0; c < part.size(); ++c) owners[sea.cells[c]] = static_cast<int>(part[c]);
  return owners;
}

const bool registered = general_partitioners().add("scotch", mapped);

}  // namespace
}  // namespace seafret
