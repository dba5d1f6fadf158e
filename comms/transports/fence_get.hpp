// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/rma_window.hpp"

namespace seafret {

/// Gets between two fences: what is packed stays where it is, and its readers come for it.
///
/// The opening fence tells the readers that everything is packed, the closing one tells the owners
/// that everything has been read.  With MPI_MODE_NOPRECEDE, right as it would be by the letter (no
/// rank has done anything in an epoch before), the opening fence need not wait for anybody, and
/// messages are read that are not packed yet: so Brown et al. 2018 gave up gets (section IV.B.1).
/// RmaOptions::Epoch::early cannot be had: the epoch must not begin before the packing has ended.
class FenceGet final : public Transport {
 public:
  FenceGet(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : peers_(peers),
        options_(options.rma),
        window_(peers, &Peer::send, 1, comm, options.rma),
        incoming_(peers, &Peer::receive) {}

  std::span<std::byte> send_buffer(int p, int part) override {
    return peers_[static_cast<std::size_t>(p)].send.of(window_.of(p), part);
  }

  void start() override {
    window_.fence(options_.assertions ? MPI_MODE_NOPUT : 0);
    for_each_part([&](int p, int part, std::span<std::byte> bytes) {
      const int count = static_cast<int>(bytes.size());
      const Peer& peer = peers_[static_cast<std::size_t>(p)];
      MPI_Get(bytes.data(), count, MPI_BYTE, peer.rank,
              window_.displacement(p, peer.receive.first(part)), count, MPI_BYTE, window_.get());
    });
    if (options_.epoch == RmaOptions::Epoch::closed_at_start) close();
  }

  void finish(const Unpack& unpack) override {
    if (options_.epoch != RmaOptions::Epoch::closed_at_start) close();
    for_each_part(unpack);
  }

 private:
  void for_each_part(auto visit) {
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p)
      incoming_.sizes(p).for_each(incoming_.of(p),
                                  [&](int part, auto bytes) { visit(p, part, bytes); });
  }
  void close() {
    window_.fence(options_.assertions ? MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED : 0);
  }

  std::vector<Peer> peers_;
  RmaOptions options_;
  RmaWindow window_;
  MessageMemory incoming_;
};

inline const bool fence_get_registered =
    transports().add("fence_get", {.what = "gets between two fences",
                                   .needs = TransportKind::Needs::window,
                                   .make = make_transport<FenceGet>,
                                   .tried_unasked = false});

}  // namespace seafret
