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

  std::span<std::byte> send_buffer(int p) override { return window_.of(p); }

  void start() override {
    MPI_Win_fence(options_.assertions ? MPI_MODE_NOPUT : 0, window_.get());
    for (std::size_t p = 0; p < peers_.size(); ++p) get(p);
    if (options_.epoch == RmaOptions::Epoch::closed_at_start) close();
  }

  void finish(const Unpack& unpack) override {
    if (options_.epoch != RmaOptions::Epoch::closed_at_start) close();
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p)
      if (const auto message = incoming_.of(p); !message.empty()) unpack(p, message);
  }

 private:
  void get(std::size_t p) {
    const auto message = incoming_.of(static_cast<int>(p));
    const int bytes = static_cast<int>(message.size());
    if (bytes > 0)
      MPI_Get(message.data(), bytes, MPI_BYTE, peers_[p].rank,
              window_.displacement(static_cast<int>(p)), bytes, MPI_BYTE, window_.get());
  }
  void close() {
    MPI_Win_fence(options_.assertions ? MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED : 0,
                  window_.get());
  }

  std::vector<Peer> peers_;
  RmaOptions options_;
  RmaWindow window_;
  Messages incoming_;
};

inline const bool fence_get_registered =
    transports().add("fence_get", {.what = "gets between two fences",
                                   .needs = TransportKind::Needs::window,
                                   .make = make_transport<FenceGet>});

}  // namespace seafret
