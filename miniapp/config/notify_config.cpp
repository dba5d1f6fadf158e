// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/config/notify_config.hpp"

#include <algorithm>

#include "comms/notify/channel.hpp"
#include "miniapp/config/halo_config.hpp"

namespace seafret {
namespace {

void describe(Keys& keys, notify::EmulatedOptions& nic) {
  keys.value("rails", nic.rails, "how many NICs it plays", {.low = 1, .high = 64});
  keys.value("reordering", nic.reordering, "whether a message may overtake others of its rail");
  keys.value("adds", nic.adds, "whether it adds to counters itself (level 4)");
  keys.value("timed", nic.timed,
             "whether a message arrives at its time, or after its target has looked so often");
  keys.value("sharers", nic.sharers,
             "how many ranks of a node, in a row, share their NICs, if timed", {.low = 1});
  keys.value("rate", nic.rate, "of a rail, if timed", {.unit = "bytes/s", .above = 0});
  keys.value("latency", nic.latency_s, "of a message, if timed",
             {.unit = "s", .low = 0, .high = 1e6});
  keys.value("jitter", nic.jitter_s, "up to so much is added, if timed",
             {.unit = "s", .low = 0, .high = 1e6});
  keys.value("most_looks", nic.most_looks, "of its target before a message arrives, if not timed",
             {.low = 0});
  int seed = static_cast<int>(nic.seed);
  keys.value("seed", seed, "of all that is drawn", {.low = 0});
  nic.seed = static_cast<std::uint64_t>(seed);
}

void describe(Keys& keys, notify::LibfabricOptions& network) {
  keys.value("providers", network.providers,
             "of libfabric: the first that all ranks have is taken");
  keys.value("rails", network.rails,
             "interfaces (eth0) or networks (10.0.0.0/24), a rail each; none is one rail on the "
             "first interface");
}

/// Also those whose library this build has not: the manual is the same everywhere.
std::vector<std::string> all_channels() {
  std::vector<std::string> names = notify::channels().names();
  if (std::ranges::count(names, "libfabric") == 0) names.emplace_back("libfabric");
  std::ranges::sort(names);
  names.insert(names.begin(), "auto");
  return names;
}

}  // namespace

void describe(Keys& keys, notify::NotifyOptions& options) {
  keys.block("notify", "How the transport `notified` goes about it.", [&] {
    keys.value("channels", options.channels,
               "what carries the puts, the first that reaches a rank; `auto` is memory on a node "
               "and the best of the rest off it",
               {.choices = all_channels()});
    keys.rule(!options.channels.empty(), "channels", "must name at least one");
    keys.value("sub_messages", options.sub_messages,
               "into how many pieces a put is cut, one a rail of its channel",
               {.low = 1, .high = 1024});
    keys.value("cut_from", options.cut_from, "how long a put is that is cut",
               {.unit = "bytes", .low = 1});
    keys.value("across_channels", options.across_channels,
               "whether the pieces go over all channels that reach a rank, or over the first");
    keys.value("bits", options.bits,
               "how many custom bits are taken of a network that has more: up to 64, or 128",
               {.low = 0, .high = 128});
    keys.rule(options.bits <= 64 || options.bits == 128, "bits", "must be up to 64, or 128");
    keys.value("index_bits", options.index_bits,
               "how many of these bits name the signal; 0 is all of 32 or fewer, half of more",
               {.low = 0, .high = 64});
    int event_bits = options.counter.event_bits();
    keys.value("event_bits", event_bits, "how many bits of a signal's counter are for its events",
               {.low = 1, .high = 61});
    if (event_bits >= 1 && event_bits <= 61) options.counter = notify::CounterLayout(event_bits);
    keys.value("rounds", options.rounds,
               "whether a put says to which round of its signal it belongs, by a bit");
    keys.value("most_in_flight", options.most_in_flight,
               "how much may be on its way over one channel before a put waits",
               {.unit = "MB", .low = 1});
    keys.choose(
        "thread", options.thread,
        "whether a thread looks after channels that need it while the model computes: one that "
        "sleeps between two looks, or, where every rank has two cores, one that never does");
    keys.block("emulated", "The NIC that the channel `emulated` plays, between ranks of a node.",
               [&] { describe(keys, options.emulated); });
    keys.block("libfabric", "The network that the channel `libfabric` takes (docs/notify.md).",
               [&] { describe(keys, options.libfabric); });
  });
}

}  // namespace seafret
