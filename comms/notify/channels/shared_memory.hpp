// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comms/notify/channel.hpp"
#include "comms/notify/channels/node_memory.hpp"
#include "comms/notify/signal_table.hpp"

namespace seafret::notify {

/// Between ranks of a node: a copy into memory that both map, and an atomic addition to the
/// reader's counter behind it.  The reader looks at its counter and calls nobody (level 4).
class SharedMemoryChannel final : public Channel {
 public:
  explicit SharedMemoryChannel(const ChannelSetup& setup)
      : memory_(setup, "shared_memory"), listener_(setup.listener) {
    for (std::byte* const table : memory_.of_mates(*setup.counters))
      counters_.push_back(reinterpret_cast<Counters*>(table));
  }

  Callers callers() const override { return Callers::any; }
  Level level() const override { return Level::adds_itself; }
  std::string what() const override { return "memory of the node"; }
  bool needs_progress() const override { return false; }

  int key_words() const override { return NodeMemory::key_words; }
  void add_region(std::int32_t /*region*/, std::span<std::byte> memory,
                  Block::Keys& keys) override {
    memory_.write_keys(memory, keys);
  }
  bool reaches(const Block& block) const override { return memory_.reaches(block); }
  std::byte* mapped(const Block& block) const override { return memory_.at(block); }

  /// Fetches the cache line of the counter, for writing.
  void prepare(int rank, std::int32_t signal) const override {
    __builtin_prefetch(&counters(rank, static_cast<std::uint64_t>(signal)), 1);
  }
  bool begin(const Transfer& t) override {
    memory_.copy(t);
    if (t.told) counters(t.there.rank, t.told->signal).add(t.told->addend, t.told->odd);
    if (t.done) listener_.add(*t.done);
    return true;
  }

 private:
  Counters& counters(int rank, std::uint64_t signal) const {
    return counters_[memory_.mate(rank)][signal];
  }

  NodeMemory memory_;
  Listener& listener_;
  std::vector<Counters*> counters_;  // of each mate, its table
};

inline const bool shared_memory_registered =
    channels().add("shared_memory", {.what = "a copy and an addition in memory of the node",
                                     .leaves_node = false,
                                     .make = make_channel<SharedMemoryChannel>});

}  // namespace seafret::notify
