// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/stepping_ways.hpp"

#include "comms/notify/channel.hpp"

namespace seafret {
namespace {

const SteppingWay by_p2p{.name = "p2p", .settings = {"halo.transport=p2p"}};

SteppingWay by_channel_to_step(const std::string& channel, const std::string& thread) {
  return {.name = channel + (thread == "none" ? "" : ", thread " + thread),
          .channel = channel,
          .settings = {"halo.transport=notified", "notify.channels=[" + channel + "]",
                       "notify.emulated.most_looks=0", "notify.thread=" + thread}};
}

/// The channel `mpi` has no use for a thread, which may not call MPI.
std::vector<SteppingWay> every_way_to_step() {
  std::vector<SteppingWay> ways = {by_p2p};
  for (const std::string& channel : notify::channels().names())
    for (const char* const thread : {"none", "pausing", "spinning"})
      if (channel != "mpi" || thread == std::string("none"))
        ways.push_back(by_channel_to_step(channel, thread));
  return ways;
}

/// By p2p, while a channel wants to be looked after; and by p2p itself once more, for the noise.
std::vector<SteppingWay> beside_idle_channels() {
  SteppingWay again = by_p2p;
  again.name += ", again";
  std::vector<SteppingWay> ways = {by_p2p, again};
  for (const char* const channel : {"emulated", "mpi"}) {
    SteppingWay way = by_p2p;
    way.name += std::string(", looking after ") + channel;
    way.channel = way.idle_channel = channel;
    ways.push_back(way);
  }
  return ways;
}

}  // namespace

std::vector<CaseToStep> cases_to_step(const std::string& mask) {
  const std::vector<SteppingWay> every_way = every_way_to_step();
  return {
      {"stratus",
       {"case.name=stratus", "case.q_fields=4", "grid.points=16x16x32", "partition.method=blocks"},
       every_way},
      {"coastal",
       {"case.name=coastal", "grid.mask=" + mask, "grid.coarsen=2", "tide.amplitude=[1]",
        "tide.phase=[0]"},
       every_way},
      {"stratus, computing",
       {"case.name=stratus", "case.q_fields=4", "grid.points=32x32x64", "partition.method=blocks"},
       beside_idle_channels()}};
}

}  // namespace seafret
