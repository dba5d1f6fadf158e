// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/buffers.hpp"
#include "comms/transport.hpp"

namespace seafret {

/// Non-blocking sends and receives.  A receive is posted as early as the contract allows, when
/// the messages of the swap before have been unpacked; they are unpacked in the order in which they
/// arrive.
class PointToPoint final : public Transport {
 public:
  PointToPoint(const std::vector<Peer>& peers, MPI_Comm comm)
      : peers_(peers),
        comm_(comm),
        sends_(slices(peers, &Peer::send)),
        receives_(slices(peers, &Peer::receive)),
        outgoing_(sends_.total()),
        incoming_(receives_.total()),
        receiving_(peers.size(), MPI_REQUEST_NULL),
        sending_(peers.size(), MPI_REQUEST_NULL) {
    for (int p = 0; p < count(); ++p) post_receive(p);
  }

  ~PointToPoint() override {
    for (MPI_Request& r : receiving_)
      if (r != MPI_REQUEST_NULL) MPI_Cancel(&r);
    MPI_Waitall(count(), receiving_.data(), MPI_STATUSES_IGNORE);
  }

  std::span<std::byte> send_buffer(int p) override { return sends_.of(outgoing_.data(), p); }

  void start() override {
    for (int p = 0; p < count(); ++p) {
      const auto message = send_buffer(p);
      if (message.empty()) continue;
      MPI_Isend(message.data(), static_cast<int>(message.size()), MPI_BYTE, rank(p), 0, comm_,
                &sending_[static_cast<std::size_t>(p)]);
    }
  }

  void finish(const Unpack& unpack) override {
    for (int p; next_arrival(p);) unpack(p, receives_.of(incoming_.data(), p));
    for (int p = 0; p < count(); ++p) post_receive(p);
    MPI_Waitall(count(), sending_.data(), MPI_STATUSES_IGNORE);
  }

 private:
  static Slices slices(const std::vector<Peer>& peers, std::size_t Peer::*bytes) {
    Slices s;
    for (const Peer& p : peers) s.add(p.*bytes);
    return s;
  }
  int count() const { return static_cast<int>(peers_.size()); }
  int rank(int p) const { return peers_[static_cast<std::size_t>(p)].rank; }

  /// False when every message of this swap is in.
  bool next_arrival(int& p) {
    MPI_Waitany(count(), receiving_.data(), &p, MPI_STATUS_IGNORE);
    return p != MPI_UNDEFINED;
  }

  void post_receive(int p) {
    const auto message = receives_.of(incoming_.data(), p);
    if (message.empty()) return;
    MPI_Irecv(message.data(), static_cast<int>(message.size()), MPI_BYTE, rank(p), 0, comm_,
              &receiving_[static_cast<std::size_t>(p)]);
  }

  std::vector<Peer> peers_;
  MPI_Comm comm_;
  Slices sends_, receives_;
  Buffer outgoing_, incoming_;
  std::vector<MPI_Request> receiving_, sending_;
};

inline const bool p2p_registered = transports().add("p2p", make_transport<PointToPoint>);

}  // namespace seafret
