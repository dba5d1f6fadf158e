// SPDX-License-Identifier: BSD-3-Clause
// Transports with one mistake each, of the kind that real ones have had.  The suite must notice.
#pragma once
#include <algorithm>
#include <cstring>
#include <deque>
#include <vector>

#include "comms/base/buffers.hpp"
#include "comms/transports/p2p.hpp"

namespace seafret::conformance {

/// A right transport, to which somebody then does something wrong.
class Spoilt : public Transport {
 public:
  Spoilt(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : right_(peers, comm, options) {}

  void begin() override { right_.begin(); }
  std::span<std::byte> send_buffer(int p, int part) override { return right_.send_buffer(p, part); }
  void packed(int p, int part) override { right_.packed(p, part); }
  void start() override { right_.start(); }
  void finish(const Unpack& unpack) override { right_.finish(unpack); }

 private:
  PointToPoint right_;
};

/// The end of a message, which is a corner of the last field, never arrives.
class DropsACorner final : public Spoilt {
 public:
  using Spoilt::Spoilt;
  void finish(const Unpack& unpack) override {
    Spoilt::finish([&](int p, int part, std::span<const std::byte> bytes) {
      arrived_.assign(bytes.size(), std::byte{0});
      std::copy(bytes.begin(), bytes.end() - 4, arrived_.begin());
      unpack(p, part, arrived_);
    });
  }

 private:
  std::vector<std::byte> arrived_;
};

class UnpacksTwice final : public Spoilt {
 public:
  using Spoilt::Spoilt;
  void finish(const Unpack& unpack) override {
    Spoilt::finish([&](int p, int part, std::span<const std::byte> bytes) {
      unpack(p, part, bytes);
      unpack(p, part, bytes);
    });
  }
};

/// Takes the last part of a message for the whole.
class ForgetsTheFirstPart final : public Spoilt {
 public:
  using Spoilt::Spoilt;
  void finish(const Unpack& unpack) override {
    Spoilt::finish([&](int p, int part, std::span<const std::byte> bytes) {
      if (part > 0) unpack(p, part, bytes);
    });
  }
};

/// Gives the parts of a message out as one another.
class MixesUpTheParts final : public Spoilt {
 public:
  MixesUpTheParts(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : Spoilt(peers, comm, options), parts_(parts_of(peers)) {}
  void finish(const Unpack& unpack) override {
    Spoilt::finish([&](int p, int part, std::span<const std::byte> bytes) {
      unpack(p, parts_ - 1 - part, bytes);
    });
  }

 private:
  int parts_;
};

/// Gives each peer's message out as another's.
class MixesUpItsPeers final : public Spoilt {
 public:
  MixesUpItsPeers(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : Spoilt(peers, comm, options), count_(static_cast<int>(peers.size())) {}
  void finish(const Unpack& unpack) override {
    Spoilt::finish([&](int p, int part, std::span<const std::byte> bytes) {
      unpack((p + 1) % count_, part, bytes);
    });
  }

 private:
  int count_;
};

/// Its messages can meet those of another exchange.
class SharesACommunicator final : public Spoilt {
 public:
  SharesACommunicator(const std::vector<Peer>& peers, MPI_Comm, const TransportOptions& options)
      : Spoilt(peers, MPI_COMM_WORLD, options) {}
};

/// Memory that all ranks of this node can write to, in one epoch that never ends.  Open MPI's is
/// not even aligned for a double, hence `first`: where what we use of it begins.
class NodeMemory {
 public:
  NodeMemory(std::size_t bytes, MPI_Comm comm) {
    MPI_Win_allocate_shared(static_cast<MPI_Aint>(bytes + Slices::alignment), 1, MPI_INFO_NULL,
                            comm, &base_, &window_);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  }
  ~NodeMemory() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  NodeMemory(const NodeMemory&) = delete;
  NodeMemory& operator=(const NodeMemory&) = delete;

  std::size_t first() const {
    const auto place = reinterpret_cast<std::uintptr_t>(base_);
    return (Slices::alignment - place % Slices::alignment) % Slices::alignment;
  }
  std::byte* mine() const { return base_ + first(); }
  MPI_Win window() const { return window_; }
  std::byte* of(int rank) const {
    MPI_Aint size = 0;
    int unit = 0;
    std::byte* base = nullptr;
    MPI_Win_shared_query(window_, rank, &size, &unit, &base);
    return base;
  }

 private:
  std::byte* base_ = nullptr;
  MPI_Win window_ = MPI_WIN_NULL;
};

/// What the two broken ones below have in common: an empty message says that data are there.
class Announcing : public Transport {
 public:
  Announcing(const std::vector<Peer>& peers, MPI_Comm comm) : peers_(peers), comm_(comm) {
    for (const Peer& p : peers) {
      sends_.add(p.send.total());
      receives_.add(p.receive.total());
    }
  }

 protected:
  int count() const { return static_cast<int>(peers_.size()); }
  int rank(int p) const { return peers_[static_cast<std::size_t>(p)].rank; }
  /// Where a part lies in my messages to others, which begin there.
  std::span<std::byte> outgoing(std::byte* first, int p, int part) const {
    return peers_[static_cast<std::size_t>(p)].send.of(sends_.of(first, p), part);
  }
  void unpack_all(int p, std::span<const std::byte> message, const Unpack& unpack) const {
    peers_[static_cast<std::size_t>(p)].receive.for_each(
        message, [&](int part, auto bytes) { unpack(p, part, bytes); });
  }
  void announce(int p) const { MPI_Send(nullptr, 0, MPI_BYTE, rank(p), 0, comm_); }
  void wait_for(int p) const {
    MPI_Recv(nullptr, 0, MPI_BYTE, rank(p), 0, comm_, MPI_STATUS_IGNORE);
  }
  /// Tells every peer where in my memory its slice lies; returns what they tell me.
  std::vector<std::int64_t> places_there(const Slices& mine, std::size_t first) const {
    std::vector<std::int64_t> theirs(peers_.size());
    for (int p = 0; p < count(); ++p) {
      const auto place = static_cast<std::int64_t>(first + mine.offset(p));
      MPI_Sendrecv(&place, 1, MPI_INT64_T, rank(p), 0, &theirs[static_cast<std::size_t>(p)], 1,
                   MPI_INT64_T, rank(p), 0, comm_, MPI_STATUS_IGNORE);
    }
    return theirs;
  }

  std::vector<Peer> peers_;
  MPI_Comm comm_;
  Slices sends_, receives_;
};

/// Its peers read its send buffers where they lie, and it does not wait until they have done so.
class ReusesItsBufferTooEarly final : public Announcing {
 public:
  ReusesItsBufferTooEarly(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions&)
      : Announcing(peers, comm),
        memory_(sends_.total(), comm),
        place_(places_there(sends_, memory_.first())) {}

  std::span<std::byte> send_buffer(int p, int part) override {
    return outgoing(memory_.mine(), p, part);
  }
  void start() override {
    MPI_Win_sync(memory_.window());
    for (int p = 0; p < count(); ++p)
      if (sends_.size(p) > 0) announce(p);
  }
  void finish(const Unpack& unpack) override {
    for (int p = 0; p < count(); ++p) {
      if (receives_.size(p) == 0) continue;
      wait_for(p);
      MPI_Win_sync(memory_.window());
      const std::byte* const there = memory_.of(rank(p)) + place_[static_cast<std::size_t>(p)];
      unpack_all(p, {there, receives_.size(p)}, unpack);
    }
  }

 private:
  NodeMemory memory_;
  std::vector<std::int64_t> place_;
};

/// The published passive-target protocol: put, flush, an empty message along with the data (a put
/// into shared memory is a copy, whatever the MPI).  With one buffer a fast neighbour overwrites
/// what is still being read.  With two in turn this cannot happen while messages go both ways.
template <int buffers>
class PutsAndHearsNothing final : public Announcing {
 public:
  PutsAndHearsNothing(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions&)
      : Announcing(peers, comm), outgoing_(sends_.total()) {
    for (int n = 0; n < buffers; ++n) {
      incoming_.emplace_back(receives_.total(), comm);
      place_.push_back(places_there(receives_, incoming_.back().first()));
    }
  }

  std::span<std::byte> send_buffer(int p, int part) override {
    return outgoing(outgoing_.data(), p, part);
  }
  void start() override {
    const NodeMemory& there = incoming_[swap_];
    for (int p = 0; p < count(); ++p) {
      const auto message = sends_.of(outgoing_.data(), p);
      if (message.empty()) continue;
      std::memcpy(there.of(rank(p)) + place_[swap_][static_cast<std::size_t>(p)], message.data(),
                  message.size());
      MPI_Win_sync(there.window());
      announce(p);
    }
  }
  void finish(const Unpack& unpack) override {
    for (int p = 0; p < count(); ++p) {
      if (receives_.size(p) == 0) continue;
      wait_for(p);
      MPI_Win_sync(incoming_[swap_].window());
      unpack_all(p, receives_.of(incoming_[swap_].mine(), p), unpack);
    }
    swap_ = (swap_ + 1) % buffers;
  }

 private:
  Buffer outgoing_;
  std::deque<NodeMemory> incoming_;
  std::vector<std::vector<std::int64_t>> place_;
  std::size_t swap_ = 0;
};

}  // namespace seafret::conformance
