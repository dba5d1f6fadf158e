// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/message_memory.hpp"
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
        receives_(peers),
        sends_(peers) {
    for (int p = 0; p < static_cast<int>(peers.size()); ++p) {
      const int rank = peers[static_cast<std::size_t>(p)].rank;
      incoming_.sizes(p).for_each(incoming_.of(p), [&](int part, std::span<std::byte> bytes) {
        MPI_Recv_init(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, 0, comm,
                      &receives_.of(p, part));
      });
      outgoing_.sizes(p).for_each(outgoing_.of(p), [&](int part, std::span<std::byte> bytes) {
        MPI_Send_init(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, 0, comm,
                      &sends_.of(p, part));
      });
    }
    if (early_) start_all(receives_);
  }

  ~PersistentPointToPoint() override {
    if (early_) receives_.cancel();
    receives_.for_each([](MPI_Request& r) { MPI_Request_free(&r); });
    sends_.for_each([](MPI_Request& r) { MPI_Request_free(&r); });
  }

  void begin() override {
    if (!early_) start_all(receives_);
  }
  std::span<std::byte> send_buffer(int p, int part) override { return outgoing_.of(p, part); }
  void packed(int p, int part) override {
    if (MPI_Request& send = sends_.of(p, part); send != MPI_REQUEST_NULL) MPI_Start(&send);
  }

  void finish(const Unpack& unpack) override {
    receives_.unpack_arriving(incoming_, unpack);
    if (early_) start_all(receives_);
    sends_.wait();
  }

 private:
  static void start_all(PartRequests& requests) {
    requests.for_each([](MPI_Request& r) { MPI_Start(&r); });
  }

  bool early_;
  MessageMemory outgoing_, incoming_;
  PartRequests receives_, sends_;
};

inline const bool p2p_persistent_registered = transports().add(
    "p2p_persistent",
    {.what = "persistent sends and receives", .make = make_transport<PersistentPointToPoint>});

}  // namespace seafret
