// SPDX-License-Identifier: BSD-3-Clause
// A channel of notified puts that spoils the last byte, for the benchmark to find out.
#include "comms/notify/channels/shared_memory.hpp"

namespace seafret::notify {
namespace {

class LyingChannel final : public Channel {
 public:
  explicit LyingChannel(const ChannelSetup& setup) : right_(setup) {}
  Level level() const override { return right_.level(); }
  std::string what() const override { return "a mistake"; }
  bool needs_progress() const override { return right_.needs_progress(); }
  int key_words() const override { return right_.key_words(); }
  void add_region(std::int32_t region, std::span<std::byte> memory, Block::Keys& keys) override {
    right_.add_region(region, memory, keys);
  }
  bool reaches(const Block& block) const override { return right_.reaches(block); }
  bool begin(const Transfer& t) override {
    if (!t.here.empty()) t.here.back() ^= std::byte{1};
    return right_.begin(t);
  }

 private:
  SharedMemoryChannel right_;
};

const bool lying_channel_registered = channels().add(
    "lying", {.what = "a mistake", .leaves_node = false, .make = make_channel<LyingChannel>});

}  // namespace
}  // namespace seafret::notify
