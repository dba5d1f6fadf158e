// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "comms/base/node.hpp"
#include "comms/notify/way.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/messenger.hpp"

namespace seafret {

struct PingPongOptions {
  BlockPlan plan{.blocks = 21, .repetitions = 1};
  double block_ms = 2;  ///< of one mode
};

/// One way to send so many bytes.
struct PingPongMode {
  std::string mode, channel = {}, variant = {};
  bool origin_only = false;
  NotifiedPuts puts = {};
};

/// What was found out about it; or about a step of a case, to which no number of bytes belongs.
struct PingPongRow {
  PingPongMode mode;
  std::size_t bytes = 0;
  std::string refused = {};  ///< why it could not be tried; else empty
  bool correct = false;
  int level = -1, bits = 0;     ///< of a channel
  std::int64_t told_apart = 0;  ///< notices in messages of their own
  std::string what = {};
  void went_through(const notify::ChannelReport& channel);
  /// Of those that are correct: half of a round trip, or all of a put where nobody answers; or a
  /// step.
  double seconds = 0, spread = 0;
  double x_bare = 0, x_p2p = 0;  ///< block by block; 0 where these could not be measured
};

/// A copy and an addition, timed side by side with what needs no progress.
struct BareRow {
  std::size_t bytes = 0;
  double seconds = 0, spread = 0;
};

struct PingPongTable {
  std::vector<BareRow> floors = {};  ///< none where the ranks share no memory
  std::vector<PingPongRow> rows = {};
  int repeated = 0;  ///< blocks
};

/// These of messengers(); `notified` twice a channel, put by put and by a plan, libfabric over
/// these rails.
std::vector<PingPongMode> ping_pong_modes(const std::vector<std::string>& names,
                                          const std::vector<std::string>& rails);
/// By a model NIC with so many custom bits, that tells rounds apart or not.
std::vector<PingPongMode> level_modes();

/// Collective over two ranks.  The same table on both; rows of one number of bytes after the other.
PingPongTable bench_ping_pong(const std::vector<PingPongMode>& modes,
                              const std::vector<std::size_t>& bytes, const PingPongOptions& options,
                              const Communicator& comm);

/// A word between rank 0 and rank 1, where they share memory: a copy and an addition.  It takes
/// several times as long where their cores share no cache.  All members are collective.
class Word {
 public:
  explicit Word(const Communicator& comm);
  bool goes() const { return messenger_ != nullptr; }
  /// Seconds from one to the other, as rank 0 knows.
  double time() const;

 private:
  Node in_pairs_, pair_;  ///< ranks 2 and 3 have a word too, and so on
  std::unique_ptr<Messenger> messenger_;
};

}  // namespace seafret
