// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "miniapp/bench/messenger.hpp"
#include "miniapp/bench/ping_pong.hpp"

namespace seafret {
namespace {

notify::NotifyOptions by_channel(const std::string& name) {
  notify::NotifyOptions options{.channels = {name}};
  options.emulated.most_looks = 0;
  return options;
}

notify::NotifyOptions over(const std::vector<std::string>& rails, const std::string& channel) {
  notify::NotifyOptions options = by_channel(channel);
  if (channel != "libfabric" || rails.empty()) return options;
  options.libfabric.rails = rails;
  options.sub_messages = static_cast<int>(rails.size());
  return options;
}

}  // namespace

std::vector<PingPongMode> ping_pong_modes(const std::vector<std::string>& names,
                                          const std::vector<std::string>& rails) {
  std::vector<PingPongMode> modes;
  for (const std::string& name : names) {
    const bool origin_only = messengers().at(name).origin_only;
    if (name != "notified") {
      modes.push_back({.mode = name, .origin_only = origin_only});
      continue;
    }
    for (const std::string& channel : notify::channels().names())
      for (const bool recorded : {false, true})
        modes.push_back({.mode = name,
                         .channel = channel,
                         .puts = {.options = over(rails, channel), .recorded = recorded}});
  }
  return modes;
}

std::vector<PingPongMode> level_modes() {
  std::vector<PingPongMode> modes;
  const auto add = [&](const std::string& name, bool adds, int bits) {
    for (const bool rounds : {true, false}) {
      notify::NotifyOptions options = by_channel("emulated");
      options.emulated.adds = adds;
      options.bits = bits;
      options.rounds = rounds;
      modes.push_back({.mode = "notified",
                       .channel = "emulated",
                       .variant = name + (rounds ? ", rounds" : ""),
                       .puts = {.options = options}});
    }
  };
  add("adds", true, 128);
  for (const int bits : {128, 64, 32, 16, 8, 0}) add(fmt::format("{} bits", bits), false, bits);
  return modes;
}

}  // namespace seafret
