// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "comms/base/job.hpp"
#include "comms/notify/plan.hpp"
#include "comms/transports/message_memory.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// Each part is put into its reader's memory as soon as it is packed, and is an event of one signal
/// there; when that fires all have come (Feng et al. 2024, UNR).  Where the reader's memory is
/// mapped a part is packed straight into it, and the put only notifies.
///
/// Two halves in turn, each with a signal of its own, and nothing else that keeps the ranks in
/// step: who has put swap n has unpacked n - 1, so that its peers may put n + 1 over it.  Therefore
/// who has nothing to send still notifies.
class Notified final : public Transport {
 public:
  Notified(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : peers_(peers),
        own_(options.endpoint == nullptr ? std::make_unique<Own>(comm, options) : nullptr),
        endpoint_(own_ ? own_->endpoint : *options.endpoint),
        incoming_(slices_of(peers, &Peer::receive)),
        outgoing_(slices_of(peers, &Peer::send)),
        region_(endpoint_.add_region(2 * incoming_.total() + outgoing_.total())),
        halves_{Half(*this, options.swap, comm, 0), Half(*this, options.swap, comm, 1)} {
    const auto theirs = mail(ranks_of(peers), my_blocks(), comm);
    for (std::size_t h = 0; h < halves_.size(); ++h)
      for (std::size_t p = 0; p < peers.size(); ++p) record(halves_[h], p, theirs[p][h]);
  }
  ~Notified() override { endpoint_.drop_region(region_); }

  std::span<std::byte> send_buffer(int p, int part) override {
    const auto i = static_cast<std::size_t>(p);
    const PartSizes& sizes = peers_[i].send;
    return {now().to[i] + sizes.first(part), sizes.bytes(part)};
  }
  void packed(int p, int part) override {
    const auto i = static_cast<std::size_t>(p);
    if (peers_[i].send.bytes(part) > 0) now().puts[i][static_cast<std::size_t>(part)].start();
  }
  void start() override { now().empty_puts.start(); }

  void finish(const Unpack& unpack) override {
    if (peers_.empty()) return;
    now().filled.wait();
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p)
      peers_[static_cast<std::size_t>(p)].receive.for_each(
          incoming_.of(now().from, p), [&](int part, auto bytes) { unpack(p, part, bytes); });
    now().filled.reset();
    if (flies_) endpoint_.quiet();  // what has not left yet may not be packed anew
    swap_ = 1 - swap_;
  }

 private:
  struct Own {
    Own(MPI_Comm comm, const TransportOptions& options)
        : node(comm, options.cores_per_node), endpoint(node, options.notify) {}
    Node node;
    notify::Endpoint endpoint;
  };
  /// What every other swap uses.
  struct Half {
    Half(Notified& of, const std::string& swap, MPI_Comm comm, std::size_t number)
        : first(number * of.incoming_.total()),
          from(of.endpoint_.memory(of.region_).data() + first),
          filled(of.endpoint_.signals(), {.name = swap + (number == 0 ? ", even" : ", odd"),
                                          .events = of.endpoint_.countable(swap, of.events()),
                                          .peers = job_ranks(comm, ranks_of(of.peers_))}),
          empty_puts(of.endpoint_) {}
    std::size_t first;  ///< byte of the region
    std::byte* from;
    notify::Signal filled;
    std::vector<std::byte*> to = {};                  // of each peer, where is packed
    std::vector<std::deque<notify::Plan>> puts = {};  // of each peer, one a part
    notify::Plan empty_puts;                          // to peers who get nothing else
  };

  Half& now() { return halves_[swap_]; }

  static int parts_sent(const PartSizes& message) {
    int parts = 0;
    for (int part = 0; part < message.count(); ++part) parts += message.bytes(part) > 0;
    return parts;
  }
  std::int64_t events() const {
    std::int64_t all = 0;
    for (const Peer& p : peers_) all += std::max(parts_sent(p.receive), 1);
    return std::max(all, std::int64_t{1});
  }

  /// For each peer, where it puts what it has for this rank.
  std::vector<std::array<notify::Block, 2>> my_blocks() const {
    std::vector<std::array<notify::Block, 2>> all(peers_.size());
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p)
      for (std::size_t h = 0; h < halves_.size(); ++h)
        all[static_cast<std::size_t>(p)][h] =
            endpoint_.block(region_, halves_[h].first + incoming_.offset(p), incoming_.size(p),
                            nullptr, &halves_[h].filled);
    return all;
  }

  void record(Half& half, std::size_t p, const notify::Block& theirs) {
    const PartSizes& sizes = peers_[p].send;
    const std::size_t mine = 2 * incoming_.total() + outgoing_.offset(static_cast<int>(p));
    std::byte* const mapped = endpoint_.mapped(theirs);
    flies_ = flies_ || mapped == nullptr;
    half.to.push_back(mapped != nullptr ? mapped : endpoint_.memory(region_).data() + mine);
    half.puts.emplace_back();
    for (int part = 0; part < sizes.count(); ++part) {
      notify::Plan& put = half.puts.back().emplace_back(endpoint_);
      const notify::Block there = theirs.slice(sizes.first(part), sizes.bytes(part));
      if (mapped != nullptr)
        put.notify(there);
      else
        put.put(endpoint_.block(region_, mine + sizes.first(part), there.bytes), there);
    }
    if (sizes.empty()) half.empty_puts.notify(theirs);
  }

  std::vector<Peer> peers_;
  std::unique_ptr<Own> own_;
  notify::Endpoint& endpoint_;
  Slices incoming_, outgoing_;
  std::int32_t region_;
  std::array<Half, 2> halves_;
  bool flies_ = false;    // some of it is not written by this rank itself
  std::size_t swap_ = 0;  // even or odd
};

inline const bool notified_registered =
    transports().add("notified", {.what = "puts that add to a counter of their reader (UNR)",
                                  .make = make_transport<Notified>,
                                  .tried_unasked = false});

}  // namespace seafret
