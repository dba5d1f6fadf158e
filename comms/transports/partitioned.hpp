// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comms/transports/partitioned_messages.hpp"

namespace seafret {

/// Partitioned sends and receives (MPI-4.0), told to MPI once.  A partition is ready when all parts
/// that touch it are packed; a part is unpacked when all partitions that hold it have arrived.
class Partitioned final : public Transport {
 public:
  Partitioned(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : peers_(peers),
        comm_(comm),
        early_(options.early_receives),
        sends_(peers, &Peer::send),
        receives_(peers, &Peer::receive) {
    if (const std::string why = missing_partitioned_calls(); !why.empty())
      throw OptionError("transport", "partitioned: " + why);
    for (int p = 0; p < static_cast<int>(peers.size()); ++p)
      for (int part = 0; part < parts_of(peers); ++part)
        if (!receives_.of(p, part).empty()) to_come_.push_back({p, part});
    pending_.reserve(to_come_.size());
    receives_.announce(peers, comm, MPI_Precv_init);
    sends_.announce(peers, comm, MPI_Psend_init);
    if (early_) receives_.start();
  }

  /// What has been started cannot be cancelled, and MPICH 4.0 keeps in mind what has never been: so
  /// there is one more swap, of no meaning.
  ~Partitioned() override {
    const LastWait wait(its_end, comm_, [this] { swap_nothing(); });
    if (wait.all_came()) return;
    receives_.leave_behind();
    sends_.leave_behind();
  }

  void begin() override {
    if (!early_) receives_.start();
    sends_.start();
  }
  std::span<std::byte> send_buffer(int p, int part) override { return sends_.of(p, part); }
  void packed(int p, int part) override { sends_.packed(p, part); }

  void finish(const Unpack& unpack) override {
    pending_ = to_come_;
    poll(pending_, comm_, [&](const Place& at) {
      if (!receives_.has_arrived(at.peer, at.part)) return false;
      unpack(at.peer, at.part, receives_.of(at.peer, at.part));
      return true;
    });
    receives_.wait();
    if (early_) receives_.start();
    sends_.wait();
  }

 private:
  struct Place {
    int peer, part;
  };

  void swap_nothing() {
    begin();
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p)
      for (int part = 0; part < parts_of(peers_); ++part) packed(p, part);
    receives_.wait();
    sends_.wait();
  }

  static inline const Awaited its_end{"the end of partitioned messages"};

  std::vector<Peer> peers_;
  MPI_Comm comm_;
  bool early_;
  PartitionedMessages sends_, receives_;
  std::vector<Place> to_come_, pending_;  // of the parts that are received
};

inline const bool partitioned_registered =
    transports().add("partitioned", {.what = "partitioned sends and receives of MPI-4.0",
                                     .needs = TransportKind::Needs::partitions,
                                     .make = make_transport<Partitioned>});

}  // namespace seafret
