// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <atomic>

#include "comms/base/node_board.hpp"
#include "comms/transports/message_memory.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// On one node: a message is packed straight into its reader's memory, a counter says that it is
/// there, it is unpacked.  Two copies in all, and no call of MPI.
///
/// Two halves in turn: who counts swap n as ready has unpacked n - 1, so that swap n + 1 may write
/// over it.  Where data goes one way only, the writer looks at its reader's counter all the same.
class Shared final : public Transport {
 public:
  Shared(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : peers_(peers),
        node_(comm, options.cores_per_node),
        mates_(mates(peers, node_)),
        incoming_(slices_of(peers, &Peer::receive)),
        theirs_(exchange_places(peers, incoming_, 0, comm)),
        board_(node_, 2 * incoming_.total()) {
    pending_.reserve(peers.size());
  }

  std::span<std::byte> send_buffer(int p, int part) override {
    const auto i = static_cast<std::size_t>(p);
    const PartSizes& sizes = peers_[i].send;
    return {board_.content_of(mates_[i]) + theirs_[i][half_] + sizes.first(part),
            sizes.bytes(part)};
  }

  void start() override { board_.mine().ready.store(++swap_, std::memory_order_release); }

  void finish(const Unpack& unpack) override {
    const std::byte* const half = board_.content() + half_ * incoming_.total();
    pending_.clear();
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p) pending_.push_back(p);
    poll(pending_, node_.everyone().get(), [&](int p) {
      if (!is_ready(p)) return false;
      peers_[static_cast<std::size_t>(p)].receive.for_each(
          incoming_.of(half, p), [&](int part, auto bytes) { unpack(p, part, bytes); });
      return true;
    });
    half_ = 1 - half_;
  }

 private:
  static std::vector<int> mates(const std::vector<Peer>& peers, const Node& node) {
    std::vector<int> all;
    for (const Peer& p : peers) all.push_back(node.mate(p.rank));
    if (node.everyone().any(std::ranges::count(all, -1) > 0))
      throw OptionError("transport",
                        "shared: neighbours are on different nodes; use another, and on_node "
                        "direct for those on one node");
    return all;
  }

  bool is_ready(int p) const {
    return board_.of(mates_[static_cast<std::size_t>(p)]).ready.load(std::memory_order_acquire) >=
           swap_;
  }

  std::vector<Peer> peers_;
  Node node_;
  std::vector<int> mates_;
  Slices incoming_;
  std::vector<PlaceOfSlice> theirs_;
  NodeBoard board_;
  std::vector<int> pending_;
  std::size_t half_ = 0;
  std::int64_t swap_ = 0;
};

inline const bool shared_registered = transports().add(
    "shared", {.what = "on one node: packed straight into the reader's memory, and a flag",
               .needs = TransportKind::Needs::shared_memory,
               .make = make_transport<Shared>});

}  // namespace seafret
