// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/rma_window.hpp"

namespace seafret {

/// One lock of all windows for the whole run; put, flush, and an empty message: "yours is there".
///
/// The published protocol (Brown et al. 2018, section IV.B.3) stops here and has a race: nobody
/// tells the writer that its last message has been read.  Two halves in turn are the cure: the
/// empty message n certifies that its sender has unpacked message n - 1, which lay in the half
/// that swap n + 1 will write.  Where data goes one way only the reader, which has nothing to
/// flush, sends its empty message as soon as it begins swap n.
///
/// A flush cannot be tested, but it needs no more of a peer than that it calls MPI, which it does
/// in every wait; so it ends whatever that peer waits for.  The same holds for unlocking.
class Passive final : public PutTransport {
 public:
  Passive(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, 2, comm, options),
        arriving_(peers.size(), MPI_REQUEST_NULL),
        telling_(peers.size(), MPI_REQUEST_NULL) {
    MPI_Win_lock_all(options_.assertions ? MPI_MODE_NOCHECK : 0, window_.get());
  }
  ~Passive() override {
    window_.end_by([this] { MPI_Win_unlock_all(window_.get()); });
  }

  void begin() override {
    window_.sync();  // all that has been read here, before a message says so
    window_.turn();
    for (int p = 0; p < count(); ++p) {
      MPI_Irecv(nullptr, 0, MPI_BYTE, peer(p).rank, 0, comm_,
                &arriving_[static_cast<std::size_t>(p)]);
      if (peer(p).send.empty()) tell(p);
    }
  }

  void finish(const Unpack& unpack_one) override {
    MPI_Win_flush_all(window_.get());
    for (int p = 0; p < count(); ++p)
      if (!peer(p).send.empty()) tell(p);
    for (int p; (p = wait_any(arriving_)) != MPI_UNDEFINED;) {
      window_.sync();
      unpack(p, unpack_one);
    }
    wait_all(telling_);
  }

 private:
  void tell(int p) {
    MPI_Isend(nullptr, 0, MPI_BYTE, peer(p).rank, 0, comm_, &telling_[static_cast<std::size_t>(p)]);
  }

  std::vector<MPI_Request> arriving_, telling_;
};

inline const bool passive_registered = transports().add(
    "passive", {.what = "puts under one lock for the whole run, a flush, an empty message",
                .needs = TransportKind::Needs::window,
                .make = make_transport<Passive>});

}  // namespace seafret
