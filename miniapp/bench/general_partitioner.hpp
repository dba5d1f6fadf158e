// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "decomposition/base/registry.hpp"
#include "decomposition/partition/load.hpp"
#include "decomposition/partition/nodes.hpp"

namespace seafret {

/// Gives each wet cell any owner, as graph partitioners do: the rank of each cell of the grid; of
/// those that are not wet, -1.  All nodes have equally many.  For comparison only: which there are
/// depends on what CMake finds.
using GeneralPartitioner = std::vector<int> (*)(const Grid& grid, const Nodes& nodes);
Registry<GeneralPartitioner>& general_partitioners();

/// The loads by the same definition of halo columns as for boxes.  Only wet cells are stored, so
/// none is dry.
std::vector<Load> loads_of_owners(const Grid& grid, std::span<const int> owners,
                                  const Nodes& nodes);

/// The wet cells and which of them share a side, numbered as graph libraries want them.
template <class Number>
struct SeaGraph {
  std::vector<std::size_t> cells;
  std::vector<Number> first{0}, beside;  // of each cell; where those of the next one begin

  explicit SeaGraph(const Grid& grid) {
    std::vector<Number> number(grid.cells.size(), -1);
    for (std::size_t c = 0; c < grid.cells.size(); ++c)
      if (grid.cells[c] == Cell::wet) {
        number[c] = static_cast<Number>(cells.size());
        cells.push_back(c);
      }
    const auto nx = static_cast<std::size_t>(grid.nx);
    for (const std::size_t c : cells) {
      const int i = static_cast<int>(c % nx), j = static_cast<int>(c / nx);
      const auto add = [&](bool inside, std::size_t other) {
        if (inside && number[other] >= 0) beside.push_back(number[other]);
      };
      add(j > 0, c - nx);
      add(i > 0, c - 1);
      add(i + 1 < grid.nx, c + 1);
      add(j + 1 < grid.ny, c + nx);
      first.push_back(static_cast<Number>(beside.size()));
    }
  }
};

}  // namespace seafret
