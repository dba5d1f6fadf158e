// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/rma_window.hpp"

namespace seafret {

/// A lock of all windows in every swap, and a barrier: the first version of Brown et al. 2018
/// (Fig. 11).  Two halves in turn, because the barrier of swap n tells that n - 1 has been
/// unpacked, but nothing tells that of n.
class PassiveNaive final : public PutTransport {
 public:
  PassiveNaive(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, 2, comm, options) {}

  void begin() override {
    window_.turn();
    MPI_Win_lock_all(options_.assertions ? MPI_MODE_NOCHECK : 0, window_.get());
  }

  void finish(const Unpack& unpack) override {
    MPI_Win_unlock_all(window_.get());
    meet_and_unpack(unpack);
  }
};

inline const bool passive_naive_registered =
    transports().add("passive_naive", {.what = "puts under a lock of all windows a swap, a barrier",
                                       .needs = TransportKind::Needs::window,
                                       .make = make_transport<PassiveNaive>,
                                       .tried_unasked = false});

}  // namespace seafret
