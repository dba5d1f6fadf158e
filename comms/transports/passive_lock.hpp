// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/rma_window.hpp"

namespace seafret {

/// A lock for each neighbour and swap, and a barrier: the first attempt on the slides of Brown et
/// al. 2018.  Two halves in turn, as in PassiveNaive.
class PassiveLock final : public PutTransport {
 public:
  PassiveLock(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, 2, comm, options) {}

  void begin() override { window_.turn(); }
  void packed(int, int) override {}  // an unlock waits for its puts, so all parts go under one lock
  void start() override {
    for (int p = 0; p < count(); ++p) {
      if (peer(p).send.empty()) continue;
      // No MPI_MODE_NOCHECK, with which osc/pt2pt of Open MPI 4.1 never unlocks after long puts.
      MPI_Win_lock(MPI_LOCK_SHARED, peer(p).rank, 0, window_.get());
      for (int part = 0; part < peer(p).send.count(); ++part) put(p, part);
      MPI_Win_unlock(peer(p).rank, window_.get());
    }
  }

  void finish(const Unpack& unpack) override { meet_and_unpack(unpack); }
};

inline const bool passive_lock_registered = transports().add(
    "passive_lock", {.what = "puts under a lock for each neighbour and swap, a barrier",
                     .needs = TransportKind::Needs::window,
                     .make = make_transport<PassiveLock>,
                     .tried_unasked = false});

}  // namespace seafret
