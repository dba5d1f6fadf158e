// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/messages.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// Non-blocking sends and receives.  A receive is posted as early as the contract allows, when
/// the messages of the swap before have been unpacked; they are unpacked in the order in which they
/// arrive.
class PointToPoint final : public Transport {
 public:
  PointToPoint(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : peers_(peers),
        comm_(comm),
        early_(options.early_receives),
        outgoing_(peers, &Peer::send),
        incoming_(peers, &Peer::receive),
        receiving_(peers.size(), MPI_REQUEST_NULL),
        sending_(peers.size(), MPI_REQUEST_NULL) {
    if (early_) post_receives();
  }

  ~PointToPoint() override {
    for (MPI_Request& r : receiving_)
      if (r != MPI_REQUEST_NULL) MPI_Cancel(&r);
    MPI_Waitall(static_cast<int>(receiving_.size()), receiving_.data(), MPI_STATUSES_IGNORE);
  }

  std::span<std::byte> send_buffer(int p) override { return outgoing_.of(p); }

  void start() override {
    if (!early_) post_receives();
    for (std::size_t p = 0; p < peers_.size(); ++p)
      if (const auto message = outgoing_.of(static_cast<int>(p)); !message.empty())
        MPI_Isend(message.data(), static_cast<int>(message.size()), MPI_BYTE, peers_[p].rank, 0,
                  comm_, &sending_[p]);
  }

  void finish(const Unpack& unpack) override {
    for (int p; (p = wait_any(receiving_)) != MPI_UNDEFINED;) unpack(p, incoming_.of(p));
    if (early_) post_receives();
    wait_all(sending_);
  }

 private:
  void post_receives() {
    for (std::size_t p = 0; p < peers_.size(); ++p)
      if (const auto message = incoming_.of(static_cast<int>(p)); !message.empty())
        MPI_Irecv(message.data(), static_cast<int>(message.size()), MPI_BYTE, peers_[p].rank, 0,
                  comm_, &receiving_[p]);
  }

  std::vector<Peer> peers_;
  MPI_Comm comm_;
  bool early_;
  Messages outgoing_, incoming_;
  std::vector<MPI_Request> receiving_, sending_;
};

inline const bool p2p_registered = transports().add(
    "p2p", {.what = "non-blocking sends and receives", .make = make_transport<PointToPoint>});

}  // namespace seafret
