// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "comms/base/buffers.hpp"
#include "comms/base/node.hpp"

namespace seafret {

/// Memory that the ranks of a node see of each other, with two counters a rank by which they say
/// how far they are.  Collective over the node to make.
class NodeBoard {
 public:
  /// Each counts swaps, and lies on a cache line of its own.
  struct Counters {
    alignas(2 * Slices::alignment) std::atomic<std::int64_t> ready = 0;
    alignas(2 * Slices::alignment) std::atomic<std::int64_t> done = 0;
  };

  /// The node must outlive it; each rank may ask for another number of bytes.
  NodeBoard(const Node& node, std::size_t bytes);
  ~NodeBoard();
  NodeBoard(const NodeBoard&) = delete;
  NodeBoard& operator=(const NodeBoard&) = delete;

  Counters& mine() const { return of(mate_); }
  Counters& of(int mate) const { return *reinterpret_cast<Counters*>(parts_[index(mate)]); }
  std::byte* content() const { return content_of(mate_); }
  std::byte* content_of(int mate) const { return parts_[index(mate)] + sizeof(Counters); }

 private:
  static std::size_t index(int mate) { return static_cast<std::size_t>(mate); }

  SharedMemory memory_;
  int mate_;
  std::size_t bytes_;
  std::vector<std::byte*> parts_;  // one a mate
};

}  // namespace seafret
