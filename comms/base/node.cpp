// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/node.hpp"

#include <sys/statvfs.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "comms/base/mpi_errors.hpp"
#include "decomposition/base/error.hpp"

namespace seafret {
namespace {

/// A communicator that MPI made and that is duplicated before it is used.
class Split {
 public:
  Split(MPI_Comm all, int most, int part) {
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, rank_in(all), MPI_INFO_NULL, &comm_);
    keep(part);
    if (most > 0) keep(rank_in(comm_) / most);
  }
  ~Split() { MPI_Comm_free(&comm_); }
  Split(const Split&) = delete;
  Split& operator=(const Split&) = delete;

  operator MPI_Comm() const { return comm_; }

 private:
  static int rank_in(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
  }
  /// Those who say the same.
  void keep(int colour) {
    MPI_Comm whole = comm_;
    MPI_Comm_split(whole, colour, rank_in(whole), &comm_);
    MPI_Comm_free(&whole);
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
};

const std::string use_no_shared_memory =
    "use halo.on_node transport and another halo.transport than shared";

std::string megabytes(double bytes) {
  return std::to_string(std::int64_t(bytes / 1e6) + 1) + " MB";
}

}  // namespace

Node::Node(MPI_Comm comm, int most, int part)
    : everyone_(comm), mates_(Split(comm, most, part)), ranks_(mates_.all(everyone_.rank())) {}

Node::Node(MPI_Comm comm, const Node& same)
    : everyone_(comm),
      mates_(same.mates_, everyone_.rank()),
      ranks_(mates_.all(everyone_.rank())) {}

int Node::mate(int rank) const {
  const auto at = std::ranges::lower_bound(ranks_, rank);
  return at != ranks_.end() && *at == rank ? static_cast<int>(at - ranks_.begin()) : -1;
}

std::vector<int> Node::node_of_all() const {
  std::vector<int> first = everyone_.all(ranks_.front()), node_of;
  int nodes = 0;
  for (std::size_t r = 0; r < first.size(); ++r) {
    const auto of = static_cast<std::size_t>(first[r]);
    node_of.push_back(of == r ? nodes++ : node_of[of]);
  }
  return node_of;
}

/// A file system in memory lets anybody take more than there is, and then kills who uses it.
void SharedMemory::insist_on_room(std::size_t bytes) const {
  struct statvfs disk = {};
  const auto wanted = static_cast<double>(node_.mates().sum(static_cast<std::int64_t>(bytes)));
  const bool known = statvfs("/dev/shm", &disk) == 0;
  const double found = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
  const double missing = known ? wanted - found : 0;
  const double worst = node_.everyone().max(missing);
  if (worst <= 0) return;
  const double most_wanted = node_.everyone().max(missing == worst ? wanted : 0.);
  throw InputError(
      "memory that the ranks of a node share: " + megabytes(most_wanted) +
      " are needed on one node, /dev/shm has room for " + megabytes(most_wanted - worst) +
      "; make it larger (docker run --shm-size), use more nodes, or " + use_no_shared_memory);
}

void* SharedMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
  insist_on_room(bytes + alignment);
  Block block{.bytes = bytes + alignment};
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");  // each rank's part on pages of its own
  void* mine = nullptr;
  const ErrorsReturned guard(node_.mates().get());
  const int error = MPI_Win_allocate_shared(static_cast<MPI_Aint>(block.bytes), 1, info,
                                            node_.mates().get(), &mine, &block.win);
  MPI_Info_free(&info);
  if (const std::string refused = refusal(error, node_.everyone().get()); !refused.empty())
    throw InputError("MPI_Win_allocate_shared says: " + refused + "; " + use_no_shared_memory);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, block.win);  // what MPI asks for before anybody looks in
  for (int mate = 0; mate < node_.mates().size(); ++mate) {
    MPI_Aint size = 0;
    int unit = 0;
    void* theirs = nullptr;
    MPI_Win_shared_query(block.win, mate, &size, &unit, &theirs);
    block.of_mate.push_back(static_cast<std::byte*>(theirs));
  }
  blocks_.push_back(std::move(block));
  std::size_t space = bytes + alignment;
  return std::align(alignment, bytes, mine, space);
}

void SharedMemory::do_deallocate(void* p, std::size_t, std::size_t) {
  Block& block = blocks_[static_cast<std::size_t>(place(static_cast<std::byte*>(p)).block)];
  MPI_Win_unlock_all(block.win);
  MPI_Win_free(&block.win);
  block.bytes = 0;
}

SharedMemory::Place SharedMemory::place(const std::byte* data) const {
  const auto me = static_cast<std::size_t>(node_.mates().rank());
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    if (const std::ptrdiff_t offset = data - blocks_[b].of_mate[me];
        offset >= 0 && offset < static_cast<std::ptrdiff_t>(blocks_[b].bytes))
      return {static_cast<int>(b), offset};
  throw std::logic_error("a field that is copied by node mates is not in memory they share");
}

std::byte* SharedMemory::at(int mate, Place place) const {
  return blocks_[static_cast<std::size_t>(place.block)].of_mate[static_cast<std::size_t>(mate)] +
         place.offset;
}

}  // namespace seafret
