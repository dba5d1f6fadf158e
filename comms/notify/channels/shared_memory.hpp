// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstring>
#include <vector>

#include "comms/notify/channel.hpp"
#include "comms/notify/signal_table.hpp"
#include "decomposition/base/error.hpp"

namespace seafret::notify {

/// Between ranks of a node: a copy into memory that both map, and an atomic addition to the
/// reader's counter behind it.  The reader looks at its counter and calls nobody (level 4).
class SharedMemoryChannel final : public Channel {
 public:
  explicit SharedMemoryChannel(const ChannelSetup& setup)
      : node_(setup.node),
        shared_(shared_of(setup)),
        listener_(setup.listener),
        first_key_(setup.first_key) {
    // All allocate in one order, and each begins elsewhere on its first page.
    SharedMemory::Place place = *setup.counters;
    const std::vector<int> offsets = node_.mates().all(static_cast<int>(place.offset));
    for (std::size_t mate = 0; mate < offsets.size(); ++mate) {
      place.offset = offsets[mate];
      counters_.push_back(reinterpret_cast<Counters*>(shared_.at(static_cast<int>(mate), place)));
    }
  }

  Level level() const override { return Level::adds_itself; }
  std::string what() const override { return "memory of the node"; }
  bool needs_progress() const override { return false; }

  int key_words() const override { return 2; }
  void add_region(std::int32_t /*region*/, std::span<std::byte> memory,
                  Block::Keys& keys) override {
    const auto place = shared_.find(memory.data());
    if (!place) return;
    keys[first_key_] = static_cast<std::uint64_t>(place->block) + 1;
    keys[first_key_ + 1] = static_cast<std::uint64_t>(place->offset);
  }
  bool reaches(const Block& block) const override {
    return node_.mate(block.rank) >= 0 && block.keys[first_key_] > 0;
  }
  std::byte* mapped(const Block& block) const override {
    return shared_.at(node_.mate(block.rank),
                      {static_cast<int>(block.keys[first_key_]) - 1,
                       static_cast<std::ptrdiff_t>(block.keys[first_key_ + 1] + block.offset)});
  }

  bool begin(const Transfer& t) override {
    if (!t.here.empty() && t.kind == Transfer::Kind::put)
      std::memcpy(mapped(t.there), t.here.data(), t.here.size());
    if (!t.here.empty() && t.kind == Transfer::Kind::get)
      std::memcpy(t.here.data(), mapped(t.there), t.here.size());
    if (t.told)
      counters_[static_cast<std::size_t>(node_.mate(t.there.rank))][t.told->signal].add(
          t.told->addend, t.told->odd);
    if (t.done) listener_.add(*t.done);
    return true;
  }

 private:
  static SharedMemory& shared_of(const ChannelSetup& setup) {
    if (setup.shared == nullptr)
      throw InputError("channel shared_memory: there is no memory that ranks share");
    return *setup.shared;
  }

  const Node& node_;
  SharedMemory& shared_;
  Listener& listener_;
  std::size_t first_key_;
  std::vector<Counters*> counters_;  // of each mate, its table
};

inline const bool shared_memory_registered =
    channels().add("shared_memory", {.what = "a copy and an addition in memory of the node",
                                     .make = make_channel<SharedMemoryChannel>});

}  // namespace seafret::notify
