// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/placement/halo_graph.hpp"

namespace seafret {
namespace {

std::int64_t columns_sent(const Decomposition& d, int receiver, int sender) {
  std::int64_t columns = 0;
  for (const Piece& p : pieces(d, receiver, sender, Halo::all(1), HaloPoints::wet))
    columns += p.box.area();
  return columns;
}

}  // namespace

HaloGraph::HaloGraph(const Decomposition& d) : edges_(static_cast<std::size_t>(d.ranks())) {
  for (int r = 0; r < d.ranks(); ++r)
    for (const int other : d.neighbours(r, Halo::all(1))) {
      if (other < r) continue;
      const std::int64_t columns = columns_sent(d, r, other) + columns_sent(d, other, r);
      if (columns == 0) continue;
      edges_[static_cast<std::size_t>(r)].push_back({other, columns});
      edges_[static_cast<std::size_t>(other)].push_back({r, columns});
    }
}

std::int64_t HaloGraph::all_of(int rank) const {
  std::int64_t columns = 0;
  for (const Edge& e : of(rank)) columns += e.columns;
  return columns;
}

std::int64_t HaloGraph::off_node(std::span<const int> node_of) const {
  std::int64_t columns = 0;
  for (int r = 0; r < ranks(); ++r)
    for (const Edge& e : of(r))
      if (r < e.to &&
          node_of[static_cast<std::size_t>(r)] != node_of[static_cast<std::size_t>(e.to)])
        columns += e.columns;
  return columns;
}

}  // namespace seafret
