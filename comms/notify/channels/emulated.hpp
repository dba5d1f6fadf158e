// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <random>
#include <vector>

#include "comms/notify/channels/lane.hpp"
#include "comms/notify/channels/node_memory.hpp"

namespace seafret::notify {

/// Plays a NIC between the ranks of a node, for networks that are not here: with as many custom
/// bits and rails as one likes, in an order that is drawn.
///
/// Its target brings a flight to its end, as it calls progress(): then, and not before, the bytes
/// are copied, the target is told and the origin may write them again.  Without a clock it arrives
/// after a number of such looks, and one in each look; so one who looks at his signals between sees
/// every order come about.  With one it is the origin who copies, at once, and only what is told
/// arrives at its time: time is not to depend on who calls when.
class EmulatedChannel final : public Channel {
 public:
  explicit EmulatedChannel(const ChannelSetup& setup);
  ~EmulatedChannel() override;
  EmulatedChannel(const EmulatedChannel&) = delete;
  EmulatedChannel& operator=(const EmulatedChannel&) = delete;

  Level level() const override { return options_.adds ? Level::adds_itself : layout_.level(); }
  int bits() const override { return options_.adds ? 0 : layout_.bits(); }
  bool carries(const Notice& notice) const override {
    return options_.adds || layout_.fits(notice);
  }
  std::int64_t most_sub_messages(const CounterLayout& counter) const override {
    return bits() > 0 ? layout_.most_sub_messages(counter) : Channel::most_sub_messages(counter);
  }
  std::string what() const override;
  int rails() const override { return options_.rails; }

  int key_words() const override { return NodeMemory::key_words; }
  void add_region(std::int32_t /*region*/, std::span<std::byte> memory,
                  Block::Keys& keys) override {
    memory_.write_keys(memory, keys);
  }
  bool reaches(const Block& block) const override { return memory_.reaches(block); }

  bool begin(const Transfer& transfer) override;
  bool tell(int rank, const Notice& notice) override;
  void progress() override;
  std::size_t in_flight() const override;

 private:
  using BusyUntil = std::atomic<std::int64_t>;  // by the clock

  std::int64_t drawn(std::int64_t most);
  std::int64_t due(const Transfer& transfer);
  void land_next(std::int64_t now);
  void land(std::size_t mate, const Flight& flight);
  void copy(std::size_t mate, const Flight& flight);

  NodeMemory memory_;
  Listener& listener_;
  CustomLayout layout_;
  EmulatedOptions options_;
  std::mt19937_64 random_;
  std::span<Lane> to_me_;  // of each mate its lane to this rank, in memory that it maps
  std::vector<Departures> departures_;
  std::vector<Arrivals> arrivals_;
  std::span<BusyUntil> own_rails_;  // in memory that mates map
  BusyUntil* rails_ = nullptr;      // in use: of the first of those who share them
  std::int64_t looks_ = 0;
};

inline const bool emulated_registered = channels().add(
    "emulated", {.what = "a model NIC in memory of the node, to try what is not here",
                 .leaves_node = false,
                 .make = make_channel<EmulatedChannel>});

}  // namespace seafret::notify
