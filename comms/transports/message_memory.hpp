// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <array>
#include <span>
#include <vector>

#include "comms/base/buffers.hpp"
#include "comms/base/mail.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// How many parts each message has.
inline int parts_of(const std::vector<Peer>& peers) {
  return peers.empty() ? 0 : peers.front().send.count();
}

inline std::vector<int> ranks_of(const std::vector<Peer>& peers) {
  std::vector<int> ranks;
  for (const Peer& p : peers) ranks.push_back(p.rank);
  return ranks;
}

/// A slice for each peer, as large as one of the two messages exchanged with it.
inline Slices slices_of(const std::vector<Peer>& peers, PartSizes Peer::*message) {
  Slices s;
  for (const Peer& p : peers) s.add((p.*message).total());
  return s;
}

/// Memory of this rank alone for one message to, or one from, every peer.
class MessageMemory {
 public:
  MessageMemory(const std::vector<Peer>& peers, PartSizes Peer::*message)
      : slices_(slices_of(peers, message)),
        first_(message == &Peer::send ? apart : 0),
        buffer_(first_ + slices_.total()) {
    for (const Peer& p : peers) sizes_.push_back(p.*message);
  }

  std::byte* data() const { return buffer_.data() + first_; }
  const Slices& slices() const { return slices_; }
  const PartSizes& sizes(int p) const { return sizes_[static_cast<std::size_t>(p)]; }
  std::span<std::byte> of(int p) const { return slices_.of(data(), p); }
  std::span<std::byte> of(int p, int part) const { return sizes(p).of(of(p), part); }

 private:
  /// A message is copied from here into a buffer or window that begins on a page too.  Copies
  /// between places equally far into their pages are slower: loads seem to meet earlier stores.
  static constexpr std::size_t apart = 33 * Slices::alignment;

  Slices slices_;
  std::size_t first_;
  Buffer buffer_;
  std::vector<PartSizes> sizes_;
};

/// A request for each part of the messages to, or from, every peer; none for an empty part.
class PartRequests {
 public:
  explicit PartRequests(const std::vector<Peer>& peers)
      : parts_(parts_of(peers)),
        requests_(peers.size() * static_cast<std::size_t>(parts_), MPI_REQUEST_NULL) {}

  MPI_Request& of(int p, int part) {
    return requests_[static_cast<std::size_t>(p) * static_cast<std::size_t>(parts_) +
                     static_cast<std::size_t>(part)];
  }
  template <class Work>
  void for_each(Work work) {
    for (MPI_Request& r : requests_)
      if (r != MPI_REQUEST_NULL) work(r);
  }
  void wait() { wait_all(requests_); }
  void cancel() {
    for (MPI_Request& r : requests_) seafret::cancel(r);
  }
  /// Unpacks every part that is received into `memory`, in the order in which they arrive.
  void unpack_arriving(const MessageMemory& memory, const Transport::Unpack& unpack) {
    for (int n; (n = wait_any(requests_)) != MPI_UNDEFINED;)
      unpack(n / parts_, n % parts_, memory.of(n / parts_, n % parts_));
  }

 private:
  int parts_;
  std::vector<MPI_Request> requests_;
};

/// How far from the beginning of its memory a peer keeps the slice for this rank, in each half: the
/// second begins where the first ends.
using PlaceOfSlice = std::array<std::size_t, 2>;

/// Tells every peer where its slice is, and hears from them where mine are.  The slices begin
/// `first` bytes into this rank's memory.  Collective.
inline std::vector<PlaceOfSlice> exchange_places(const std::vector<Peer>& peers,
                                                 const Slices& slices, std::size_t first,
                                                 MPI_Comm comm) {
  std::vector<PlaceOfSlice> mine;
  for (int p = 0; p < static_cast<int>(peers.size()); ++p) {
    const std::size_t place = first + slices.offset(p);
    mine.push_back({place, place + slices.total()});
  }
  return mail(ranks_of(peers), mine, comm);
}

}  // namespace seafret
