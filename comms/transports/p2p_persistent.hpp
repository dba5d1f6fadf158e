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
        parts_(parts_of(peers)),
        outgoing_(peers, &Peer::send),
        incoming_(peers, &Peer::receive),
        receives_(peers.size() * static_cast<std::size_t>(parts_), MPI_REQUEST_NULL),
        sends_(receives_) {
    for (int p = 0; p < static_cast<int>(peers.size()); ++p) {
      const int rank = peers[static_cast<std::size_t>(p)].rank;
      incoming_.sizes(p).for_each(incoming_.of(p), [&](int part, std::span<std::byte> bytes) {
        MPI_Recv_init(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, 0, comm,
                      &receives_[number(p, part)]);
      });
      outgoing_.sizes(p).for_each(outgoing_.of(p), [&](int part, std::span<std::byte> bytes) {
        MPI_Send_init(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, 0, comm,
                      &sends_[number(p, part)]);
      });
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

  void begin() override {
    if (!early_) start_all(receives_);
  }
  std::span<std::byte> send_buffer(int p, int part) override { return outgoing_.of(p, part); }
  void packed(int p, int part) override {
    if (MPI_Request& send = sends_[number(p, part)]; send != MPI_REQUEST_NULL) MPI_Start(&send);
  }

  void finish(const Unpack& unpack) override {
    for (int n; (n = wait_any(receives_)) != MPI_UNDEFINED;)
      unpack(n / parts_, n % parts_, incoming_.of(n / parts_, n % parts_));
    if (early_) start_all(receives_);
    wait_all(sends_);
  }

 private:
  template <class Work>
  static void for_each(std::vector<MPI_Request>& requests, Work work) {
    for (MPI_Request& r : requests)
      if (r != MPI_REQUEST_NULL) work(r);  // an empty part has none
  }
  static void start_all(std::vector<MPI_Request>& requests) {
    for_each(requests, [](MPI_Request& r) { MPI_Start(&r); });
  }

  std::size_t number(int p, int part) const {
    return static_cast<std::size_t>(p) * static_cast<std::size_t>(parts_) +
           static_cast<std::size_t>(part);
  }

  bool early_;
  int parts_;
  MessageMemory outgoing_, incoming_;
  std::vector<MPI_Request> receives_, sends_;
};

inline const bool p2p_persistent_registered = transports().add(
    "p2p_persistent",
    {.what = "persistent sends and receives", .make = make_transport<PersistentPointToPoint>});

}  // namespace seafret
