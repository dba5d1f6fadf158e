// SPDX-License-Identifier: BSD-3-Clause
// Two ranks put to each other in turn until rank 1 is lost: `lost_peer --list` names the channels,
// `lost_peer CHANNEL SIGNAL [PROVIDER]` sends rank 1 that signal of the system before its fourth
// put; libfabric takes that provider.
#include "tests/lost_peer.hpp"

#include <csignal>
#include <cstdio>
#include <string>

#include "tests/notify/endpoints.hpp"

using namespace seafret;
using namespace seafret::notify;

namespace {

void put_in_turn(const NotifyOptions& options, int lost_by) {
  Made on(options, 0);
  Endpoint& endpoint = on.endpoint;
  const std::int32_t region = endpoint.add_region(8);
  Signal filled(endpoint.signals(), {.name = "filled", .peers = {on.before()}});
  const Block mine = endpoint.block(region, 0, 8),
              to = mailed(mine.telling(-1, filled.number()), on.before(), on.after());
  for (int round = 0; round < 10; ++round) {
    Wait::set_step(round);
    if (on.rank() == 1) filled.wait();
    if (on.rank() == 1) filled.reset();
    if (on.rank() == 1 && round == 3) std::raise(lost_by);
    endpoint.put(mine, to, round);
    if (on.rank() == 0) filled.wait();
    if (on.rank() == 0) filled.reset();
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_until_lost(argc, argv, [&](const Communicator&) {
    if (argc < 3) {
      for (const auto& [name, kind] : channels()) std::printf("%s\n", name.c_str());
      return;
    }
    NotifyOptions options{.channels = {argv[1]}};
    if (argc > 3) options.libfabric.providers = {argv[3]};
    put_in_turn(options, std::stoi(argv[2]));
  });
}
