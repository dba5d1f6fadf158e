// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/general_partitioner.hpp"

#include <set>
#include <utility>

namespace seafret {

Registry<GeneralPartitioner>& general_partitioners() {
  static Registry<GeneralPartitioner> all("general partitioner");
  return all;
}

std::vector<Load> loads_of_owners(const Grid& grid, std::span<const int> owners,
                                  const Nodes& nodes) {
  std::vector<Load> loads(nodes.of_rank().size());
  std::set<std::pair<int, int>> messages;
  const auto owner = [&](int i, int j) {
    return grid.cell(i, j) == Cell::wet ? owners[grid.index(i, j)] : -1;
  };
  for (int j = 0; j < grid.ny; ++j)
    for (int i = 0; i < grid.nx; ++i) {
      const int mine = owner(i, j);
      if (mine < 0) continue;
      ++loads[static_cast<std::size_t>(mine)].wet;
      std::set<int> needed_by;
      for (int y = j - 1; y <= j + 1; ++y)
        for (int x = i - 1; x <= i + 1; ++x)
          if (const int other = owner(x, y); other >= 0 && other != mine) needed_by.insert(other);
      for (const int other : needed_by) {
        Load& load = loads[static_cast<std::size_t>(other)];
        const bool on_node =
            nodes[static_cast<std::size_t>(other)] == nodes[static_cast<std::size_t>(mine)];
        ++(on_node ? load.halo_on : load.halo_off);
        if (messages.emplace(mine, other).second)
          ++(on_node ? load.messages_on : load.messages_off);
      }
    }
  return loads;
}

}  // namespace seafret
