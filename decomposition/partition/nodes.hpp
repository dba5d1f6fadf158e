// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

namespace seafret {

/// Which ranks share a node.  Those who propose partitions, those who judge them and those who give
/// ranks to nodes all ask this one.
class Nodes {
 public:
  /// Ranks that fill nodes of so many cores one after the other, so that the last may have fewer;
  /// 0: all are on one.
  Nodes(int ranks, int cores_per_node = 0);  // NOLINT(google-explicit-constructor)
  /// The node of each rank.
  explicit Nodes(std::vector<int> of_rank);
  /// rooms[n] ranks on node n, one node filled after the other.
  static Nodes filled(std::span<const int> rooms);

  int ranks() const { return static_cast<int>(of_rank_.size()); }
  int count() const { return static_cast<int>(rooms_.size()); }
  /// On which node a rank is.
  int operator[](std::size_t rank) const { return of_rank_[rank]; }
  const std::vector<int>& of_rank() const { return of_rank_; }
  /// How many ranks each node has.
  const std::vector<int>& rooms() const { return rooms_; }
  /// The ranks of each node, ascending.
  std::vector<std::vector<int>> members() const;

  friend bool operator==(const Nodes&, const Nodes&) = default;

 private:
  std::vector<int> of_rank_, rooms_;
};

/// What was made for ranks that fill these nodes one after the other, dealt out to the ranks as
/// they are: those of each node get what was made for it.
template <class Thing>
std::vector<Thing> dealt(const Nodes& nodes, const std::vector<Thing>& things) {
  std::vector<Thing> of_rank(things.size());
  std::size_t next = 0;
  for (const std::vector<int>& members : nodes.members())
    for (const int r : members) of_rank[static_cast<std::size_t>(r)] = things[next++];
  return of_rank;
}

}  // namespace seafret
