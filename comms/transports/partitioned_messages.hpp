// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "comms/transports/message_memory.hpp"
#include "comms/transports/partitioned_mpi.hpp"

namespace seafret {

/// How a message is cut.  MPI wants partitions of one size, while parts have any: so they lie in
/// one row over all parts and share bytes of two, where they must.  There is one for each part that
/// is not empty, or so many where parts are long: parts that are alike are whole partitions, and
/// never is more than one byte a partition sent in vain.  (Parts padded to the longest would send
/// 2-D fields as if they had all levels.)
class Partitions {
 public:
  explicit Partitions(const PartSizes& parts) : parts_(parts) {
    for (int part = 0; part < parts.count(); ++part) count_ += parts.bytes(part) > 0;
    if (count_ == 0) return;
    const auto over = [](std::size_t a, std::size_t b) { return (a + b - 1) / b; };
    const std::size_t mean = over(parts.total(), static_cast<std::size_t>(count_));
    count_ *= static_cast<int>(over(mean, longest));
    bytes_ = over(parts.total(), static_cast<std::size_t>(count_));
    together_ = static_cast<int>(longest / bytes_);
  }

  int count() const { return count_; }
  /// Of each partition.
  std::size_t bytes() const { return bytes_; }
  std::size_t all_bytes() const { return static_cast<std::size_t>(count_) * bytes_; }
  /// So many partitions make a message of MPI's.
  int together() const { return together_; }

  /// How many are complete when all parts before this one are.
  int complete_before(int part) const {
    const std::size_t end = part == parts_.count() ? parts_.total() : parts_.first(part);
    return end == parts_.total() ? count_ : static_cast<int>(end / bytes_);
  }
  /// The partitions that hold some of a part that is not empty.
  int first_of(int part) const { return static_cast<int>(parts_.first(part) / bytes_); }
  int last_of(int part) const {
    return static_cast<int>((parts_.first(part) + parts_.bytes(part) - 1) / bytes_);
  }

 private:
  /// Of a message of MPI's, in bytes.  MPICH 4.0 sends one when its last partition is ready, and
  /// takes five times as long for one of 480 KiB as for eight of 60.
  static constexpr std::size_t longest = 1 << 16;

  PartSizes parts_;
  int count_ = 0, together_ = 1;
  std::size_t bytes_ = 1;
};

/// The messages to, or from, every peer: their memory, and the requests that move them.
class PartitionedMessages {
 public:
  PartitionedMessages(const std::vector<Peer>& peers, PartSizes Peer::*message)
      : memory_(std::make_unique<MessageMemory>(with_room(peers, message), message)) {
    for (const Peer& p : peers) cuts_.emplace_back(p.*message);
  }
  ~PartitionedMessages() {
    for (MPI_Request& r : requests_) MPI_Request_free(&r);
  }
  PartitionedMessages(const PartitionedMessages&) = delete;
  PartitionedMessages& operator=(const PartitionedMessages&) = delete;

  /// Calls `init`, MPI_Psend_init or MPI_Precv_init, for all that is exchanged with these peers.
  void announce(const std::vector<Peer>& peers, MPI_Comm comm, auto init) {
    for (std::size_t p = 0; p < peers.size(); ++p) {
      const Partitions& cut = cuts_[p];
      first_request_.push_back(static_cast<int>(requests_.size()));
      for (int n = 0; n < cut.count(); n += cut.together())
        init(memory_->of(static_cast<int>(p)).data() + static_cast<std::size_t>(n) * cut.bytes(),
             std::min(cut.together(), cut.count() - n), static_cast<MPI_Count>(cut.bytes()),
             MPI_BYTE, peers[p].rank, 0, comm, MPI_INFO_NULL,
             &requests_.emplace_back(MPI_REQUEST_NULL));
    }
  }

  /// They stay for ever, where a rank is lost: MPI may still touch them.
  void leave_behind() {
    static_cast<void>(memory_.release());
    requests_.clear();
  }

  std::span<std::byte> of(int p, int part) const { return memory_->of(p, part); }
  void start() { MPI_Startall(static_cast<int>(requests_.size()), requests_.data()); }
  void wait() { wait_all(requests_); }

  /// This part is packed, and all before it.
  void packed(int p, int part) {
    const Partitions& cut = cuts_[static_cast<std::size_t>(p)];
    for (int n = cut.complete_before(part); n < cut.complete_before(part + 1); ++n)
      MPI_Pready(n % cut.together(), request(p, n));
  }
  bool has_arrived(int p, int part) const {
    const Partitions& cut = cuts_[static_cast<std::size_t>(p)];
    int arrived = 1;
    for (int n = cut.first_of(part); arrived != 0 && n <= cut.last_of(part); ++n)
      MPI_Parrived(request(p, n), n % cut.together(), &arrived);
    return arrived != 0;
  }

 private:
  /// The same messages, with room behind their last part for the rest of the last partition.
  static std::vector<Peer> with_room(std::vector<Peer> peers, PartSizes Peer::*message) {
    for (Peer& p : peers)
      (p.*message).add(Partitions(p.*message).all_bytes() - (p.*message).total());
    return peers;
  }
  MPI_Request request(int p, int partition) const {
    const auto i = static_cast<std::size_t>(p);
    const int n = first_request_[i] + partition / cuts_[i].together();
    return requests_[static_cast<std::size_t>(n)];
  }

  std::unique_ptr<MessageMemory> memory_;
  std::vector<Partitions> cuts_;
  std::vector<int> first_request_;  // of each peer
  std::vector<MPI_Request> requests_;
};

}  // namespace seafret
