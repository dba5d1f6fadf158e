// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "comms/notify/channel.hpp"
#include "decomposition/base/error.hpp"

namespace seafret::notify {

/// Regions that node mates map, and the two words of a block's keys by which they find them.
class NodeMemory {
 public:
  static constexpr int key_words = 2;

  /// Throws InputError where ranks share no memory.
  NodeMemory(const ChannelSetup& setup, const std::string& channel)
      : node_(setup.node), shared_(shared_of(setup, channel)), first_key_(setup.first_key) {
    for (int rank = 0; rank < node_.everyone().size(); ++rank) mates_.push_back(node_.mate(rank));
  }

  const Node& node() const { return node_; }
  SharedMemory& shared() const { return shared_; }
  /// Of a rank that is one.
  std::size_t mate(int rank) const {
    return static_cast<std::size_t>(mates_[static_cast<std::size_t>(rank)]);
  }

  void write_keys(std::span<const std::byte> memory, Block::Keys& keys) const {
    const auto place = shared_.find(memory.data());
    if (!place) return;
    keys[first_key_] = static_cast<std::uint64_t>(place->block) + 1;
    keys[first_key_ + 1] = static_cast<std::uint64_t>(place->offset);
  }
  bool reaches(const Block& block) const {
    const auto rank = static_cast<std::size_t>(block.rank);
    return rank < mates_.size() && mates_[rank] >= 0 && block.keys[first_key_] > 0;
  }
  std::byte* at(const Block& block) const {
    return shared_.at(static_cast<int>(mate(block.rank)),
                      {static_cast<int>(block.keys[first_key_]) - 1,
                       static_cast<std::ptrdiff_t>(block.keys[first_key_ + 1] + block.offset)});
  }
  /// What each mate has allocated when this rank allocated that.  Collective.
  std::vector<std::byte*> of_mates(SharedMemory::Place place) const {
    // All allocate in one order, and each begins elsewhere on its first page.
    const std::vector<int> offsets = node_.mates().all(static_cast<int>(place.offset));
    std::vector<std::byte*> all;
    for (std::size_t mate = 0; mate < offsets.size(); ++mate) {
      place.offset = offsets[mate];
      all.push_back(shared_.at(static_cast<int>(mate), place));
    }
    return all;
  }

  /// Moves the bytes of a transfer.
  void copy(const Transfer& t) const {
    if (t.here.empty()) return;
    std::byte* const there = at(t.there);
    const bool put = t.kind == Transfer::Kind::put;
    std::memcpy(put ? there : t.here.data(), put ? t.here.data() : there, t.here.size());
  }

 private:
  static SharedMemory& shared_of(const ChannelSetup& setup, const std::string& channel) {
    if (setup.shared == nullptr)
      throw InputError("channel " + channel + ": there is no memory that ranks share");
    return *setup.shared;
  }

  const Node& node_;
  SharedMemory& shared_;
  std::size_t first_key_;
  std::vector<int> mates_;  // each rank's number among them, -1: none
};

}  // namespace seafret::notify
