// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/messages.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// The same sends and receives in every swap, told to MPI once.
class PersistentPointToPoint final : public Transport {
 public:
  PersistentPointToPoint(const std::vector<Peer>& peers, MPI_Comm comm,
                         const TransportOptions& options)
      : early_(options.early_receives),
        outgoing_(peers, &Peer::send),
        incoming_(peers, &Peer::receive),
        receives_(peers.size(), MPI_REQUEST_NULL),
        sends_(peers.size(), MPI_REQUEST_NULL) {
    for (std::size_t p = 0; p < peers.size(); ++p) {
      const auto in = incoming_.of(static_cast<int>(p)), out = outgoing_.of(static_cast<int>(p));
      if (!in.empty())
        MPI_Recv_init(in.data(), static_cast<int>(in.size()), MPI_BYTE, peers[p].rank, 0, comm,
                      &receives_[p]);
      if (!out.empty())
        MPI_Send_init(out.data(), static_cast<int>(out.size()), MPI_BYTE, peers[p].rank, 0, comm,
                      &sends_[p]);
    }
    if (early_) start_all(receives_);
  }

  ~PersistentPointToPoint() override {
    if (early_)
      for_each(receives_, [](MPI_Request& r) {
        MPI_Cancel(&r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
      });
    for_each(receives_, [](MPI_Request& r) { MPI_Request_free(&r); });
    for_each(sends_, [](MPI_Request& r) { MPI_Request_free(&r); });
  }

  std::span<std::byte> send_buffer(int p) override { return outgoing_.of(p); }

  void start() override {
    if (!early_) start_all(receives_);
    start_all(sends_);
  }

  void finish(const Unpack& unpack) override {
    for (int p; (p = wait_any(receives_)) != MPI_UNDEFINED;) unpack(p, incoming_.of(p));
    if (early_) start_all(receives_);
    wait_all(sends_);
  }

 private:
  template <class Work>
  static void for_each(std::vector<MPI_Request>& requests, Work work) {
    for (MPI_Request& r : requests)
      if (r != MPI_REQUEST_NULL) work(r);  // one-way pairs have none in the other direction
  }
  static void start_all(std::vector<MPI_Request>& requests) {
    for_each(requests, [](MPI_Request& r) { MPI_Start(&r); });
  }

  bool early_;
  Messages outgoing_, incoming_;
  std::vector<MPI_Request> receives_, sends_;
};

inline const bool p2p_persistent_registered = transports().add(
    "p2p_persistent",
    {.what = "persistent sends and receives", .make = make_transport<PersistentPointToPoint>});

}  // namespace seafret
