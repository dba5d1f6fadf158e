// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/message_memory.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// Non-blocking sends and receives, one of each for every part of a message.  A receive is posted
/// as early as the contract allows, when the swap before has been unpacked; parts are unpacked in
/// the order in which they arrive.
class PointToPoint final : public Transport {
 public:
  PointToPoint(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : peers_(peers),
        comm_(comm),
        early_(options.early_receives),
        outgoing_(peers, &Peer::send),
        incoming_(peers, &Peer::receive),
        receiving_(peers),
        sending_(peers) {
    if (early_) post_receives();
  }

  ~PointToPoint() override { receiving_.cancel(); }

  void begin() override {
    if (!early_) post_receives();
  }
  std::span<std::byte> send_buffer(int p, int part) override { return outgoing_.of(p, part); }
  void packed(int p, int part) override {
    if (const auto bytes = outgoing_.of(p, part); !bytes.empty())
      MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank(p), 0, comm_,
                &sending_.of(p, part));
  }

  void finish(const Unpack& unpack) override {
    receiving_.unpack_arriving(incoming_, unpack);
    if (early_) post_receives();
    sending_.wait();
  }

 private:
  void post_receives() {
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p)
      incoming_.sizes(p).for_each(incoming_.of(p), [&](int part, std::span<std::byte> bytes) {
        MPI_Irecv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank(p), 0, comm_,
                  &receiving_.of(p, part));
      });
  }
  int rank(int p) const { return peers_[static_cast<std::size_t>(p)].rank; }

  std::vector<Peer> peers_;
  MPI_Comm comm_;
  bool early_;
  MessageMemory outgoing_, incoming_;
  PartRequests receiving_, sending_;
};

inline const bool p2p_registered = transports().add(
    "p2p", {.what = "non-blocking sends and receives", .make = make_transport<PointToPoint>});

}  // namespace seafret
