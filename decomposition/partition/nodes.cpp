// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/nodes.hpp"

#include <algorithm>

namespace seafret {
namespace {

std::vector<int> filled_in_turn(int ranks, int cores) {
  std::vector<int> of_rank;
  for (int r = 0; r < ranks; ++r) of_rank.push_back(cores > 0 ? r / cores : 0);
  return of_rank;
}

}  // namespace

Nodes::Nodes(int ranks, int cores_per_node) : Nodes(filled_in_turn(ranks, cores_per_node)) {}

Nodes::Nodes(std::vector<int> of_rank) : of_rank_(std::move(of_rank)) {
  for (const int node : of_rank_) {
    const auto n = static_cast<std::size_t>(node);
    rooms_.resize(std::max(rooms_.size(), n + 1));
    ++rooms_[n];
  }
}

Nodes Nodes::filled(std::span<const int> rooms) {
  std::vector<int> of_rank;
  for (std::size_t n = 0; n < rooms.size(); ++n)
    of_rank.insert(of_rank.end(), static_cast<std::size_t>(rooms[n]), static_cast<int>(n));
  return Nodes(std::move(of_rank));
}

std::vector<std::vector<int>> Nodes::members() const {
  std::vector<std::vector<int>> members(rooms_.size());
  for (std::size_t r = 0; r < of_rank_.size(); ++r)
    members[static_cast<std::size_t>(of_rank_[r])].push_back(static_cast<int>(r));
  return members;
}

}  // namespace seafret
