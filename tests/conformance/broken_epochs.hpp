// SPDX-License-Identifier: BSD-3-Clause
// One-sided transports that MPI carries out as they stand, most often to the right values, and that
// are wrong all the same.
#pragma once
#include "comms/transports/message_memory.hpp"
#include "comms/transports/rma_window.hpp"

namespace seafret::conformance {

/// The passive protocol as it was published (Brown et al. 2018, section IV.B.3): one lock for the
/// run, a put, a flush, and an empty message along with the data.  Nobody says what has been read:
/// with one buffer the next put may meet the unpacking of the last.  With two in turn it may where
/// data goes one way only.  Without MPI_Win_sync neither is right.
template <int buffers, bool syncs = true>
class PublishedPassive final : public PutTransport {
 public:
  PublishedPassive(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, buffers, comm, options),
        comm_(comm),
        arriving_(peers.size(), MPI_REQUEST_NULL),
        telling_(peers.size(), MPI_REQUEST_NULL) {
    MPI_Win_lock_all(0, window_.get());
  }
  ~PublishedPassive() override { MPI_Win_unlock_all(window_.get()); }

  void begin() override {
    if (syncs) window_.sync();
    window_.turn();
  }
  void start() override {
    for (std::size_t p = 0; p < arriving_.size(); ++p)
      if (const Peer& from = peer(static_cast<int>(p)); !from.receive.empty())
        MPI_Irecv(nullptr, 0, MPI_BYTE, from.rank, 0, comm_, &arriving_[p]);
    MPI_Win_flush_all(window_.get());
    for (std::size_t p = 0; p < telling_.size(); ++p)
      if (const Peer& to = peer(static_cast<int>(p)); !to.send.empty())
        MPI_Isend(nullptr, 0, MPI_BYTE, to.rank, 0, comm_, &telling_[p]);
  }
  void finish(const Unpack& unpack_one) override {
    for (int p; (p = wait_any(arriving_)) != MPI_UNDEFINED;) {
      if (syncs) window_.sync();
      unpack(p, unpack_one);
    }
    wait_all(telling_);
  }

 private:
  MPI_Comm comm_;
  std::vector<MPI_Request> arriving_, telling_;
};

/// Puts before a fence that ends what no fence has begun.
class FenceNeverOpened final : public PutTransport {
 public:
  FenceNeverOpened(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, 1, comm, options) {}

  void start() override {}
  void finish(const Unpack& unpack) override {
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window_.get());
    unpack_all(unpack);
  }
};

/// Opens its epoch by a fence that need not wait for the readers of the last messages.
class HastyFence final : public PutTransport {
 public:
  HastyFence(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, 1, comm, options) {}

  void begin() override { MPI_Win_fence(MPI_MODE_NOPRECEDE, window_.get()); }
  void start() override {}
  void finish(const Unpack& unpack) override {
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window_.get());
    unpack_all(unpack);
  }
};

/// Unpacks what the fence has not yet said to be there.
class ReadsBeforeTheFence final : public PutTransport {
 public:
  ReadsBeforeTheFence(const std::vector<Peer>& peers, MPI_Comm comm,
                      const TransportOptions& options)
      : PutTransport(peers, 1, comm, options) {
    MPI_Win_fence(0, window_.get());
  }

  void start() override {}
  void finish(const Unpack& unpack) override {
    unpack_all(unpack);
    MPI_Win_fence(0, window_.get());
  }
};

/// Gets after an opening fence that, with MPI_MODE_NOPRECEDE, need not wait until all have packed:
/// what Brown et al. 2018 saw fail (section IV.B.1).
class HastyFenceGet final : public Transport {
 public:
  HastyFenceGet(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : peers_(peers),
        window_(peers, &Peer::send, 1, comm, options.rma),
        incoming_(peers, &Peer::receive) {}

  std::span<std::byte> send_buffer(int p, int part) override {
    return peers_[static_cast<std::size_t>(p)].send.of(window_.of(p), part);
  }

  void start() override {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window_.get());
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p) {
      const auto message = incoming_.of(p);
      const int bytes = static_cast<int>(message.size());
      if (bytes > 0)
        MPI_Get(message.data(), bytes, MPI_BYTE, peers_[static_cast<std::size_t>(p)].rank,
                window_.displacement(p, 0), bytes, MPI_BYTE, window_.get());
    }
  }
  void finish(const Unpack& unpack) override {
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window_.get());
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p)
      incoming_.sizes(p).for_each(incoming_.of(p),
                                  [&](int part, auto bytes) { unpack(p, part, bytes); });
  }

 private:
  std::vector<Peer> peers_;
  RmaWindow window_;
  MessageMemory incoming_;
};

}  // namespace seafret::conformance
