// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/node.hpp"

#include <sys/statvfs.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "comms/base/mpi_errors.hpp"
#include "comms/base/pages.hpp"
#include "comms/base/progress.hpp"
#include "decomposition/base/error.hpp"
#include "decomposition/base/huge_pages.hpp"

namespace seafret {
namespace {

const Awaited a_node("the search for the ranks of a node"),
    shared_memory("the making or the end of shared memory");

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

/// A communicator that MPI made and that is duplicated before it is used.
class Split {
 public:
  /// Those that share memory.
  explicit Split(MPI_Comm all) {
    const CollectiveWait wait(a_node, all);
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, rank_in(all), MPI_INFO_NULL, &comm_);
  }
  /// Those that say the same.
  Split(MPI_Comm all, int colour) {
    const CollectiveWait wait(a_node, all);
    MPI_Comm_split(all, colour, rank_in(all), &comm_);
  }
  ~Split() { MPI_Comm_free(&comm_); }
  Split(const Split&) = delete;
  Split& operator=(const Split&) = delete;

  operator MPI_Comm() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

Communicator part_of(MPI_Comm machine, int most, int part) {
  const Split same(machine, part);
  return Communicator(Split(same, most > 0 ? rank_in(same) / most : 0));
}

const std::string use_no_shared_memory = "use on_node transport and another transport than shared";

std::string megabytes(double bytes) {
  return std::to_string(std::int64_t(bytes / 1e6) + 1) + " MB";
}

}  // namespace

Node::Node(MPI_Comm comm, int most, int part)
    : everyone_(comm),
      machine_(Split(comm)),
      mates_(part_of(machine_.get(), most, part)),
      ranks_(mates_.all(everyone_.rank())) {}

Node::Node(MPI_Comm comm, const Node& same)
    : everyone_(comm),
      machine_(same.machine_, everyone_.rank()),
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

/// Both MPIs keep shared windows in /dev/shm, which all nodes of a machine have in common however
/// small one pretends that they are.  Open MPI wants a twentieth more than it takes, and where it
/// has not that, hangs; MPICH asks nobody.
void SharedMemory::insist_on_room(std::size_t bytes) const {
  constexpr std::int64_t rounding = 4096;
  const auto mine = static_cast<std::int64_t>(1.06 * static_cast<double>(bytes)) + rounding;
  // When this returns, all have taken the pages that they were given before.
  const auto wanted = static_cast<double>(node_.machine().sum(mine));
  struct statvfs disk = {};
  const bool known = statvfs("/dev/shm", &disk) == 0;
  const double found = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
  const double missing = known ? wanted - found : 0;
  const double worst = node_.everyone().max(missing);
  if (worst <= 0) return;
  const double most_wanted = node_.everyone().max(missing == worst ? wanted : 0.);
  throw InputError(
      "memory that ranks share: " + megabytes(most_wanted) +
      " are needed on one machine, /dev/shm has room for " + megabytes(most_wanted - worst) +
      "; make it larger (docker run --shm-size), use more machines, or " + use_no_shared_memory);
}

/// Throws on all ranks where it fails on any.  A window that only some mates have stays with them
/// until the end: to free it would be to wait for the others.
std::byte* SharedMemory::make_window(Block& block) const {
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");  // each rank's part on pages of its own
  void* mine = nullptr;
  const ErrorsReturned guard(node_.mates().get());
  const int error = MPI_Win_allocate_shared(static_cast<MPI_Aint>(block.bytes), 1, info,
                                            node_.mates().get(), &mine, &block.win);
  MPI_Info_free(&info);
  const bool all_mates_have_it = !node_.mates().any(error != MPI_SUCCESS);
  if (all_mates_have_it) HugePages::ask_for(mine, block.bytes);
  const bool taken = all_mates_have_it && take_pages(mine, block.bytes);
  const std::string refused = refusal(error, node_.everyone().get());
  if (!node_.everyone().any(!taken)) return static_cast<std::byte*>(mine);
  if (all_mates_have_it) MPI_Win_free(&block.win);
  throw InputError((refused.empty() ? "the room in /dev/shm has gone to others meanwhile"
                                    : "MPI_Win_allocate_shared says: " + refused) +
                   "; " + use_no_shared_memory);
}

void* SharedMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
  const CollectiveWait wait(shared_memory, node_.everyone().get());
  insist_on_room(bytes + alignment);
  Block& block = blocks_.next();
  block.bytes = bytes + alignment;
  void* mine = make_window(block);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, block.win);  // what MPI asks for before anybody looks in
  for (int mate = 0; mate < node_.mates().size(); ++mate) {
    MPI_Aint size = 0;
    int unit = 0;
    void* theirs = nullptr;
    MPI_Win_shared_query(block.win, mate, &size, &unit, &theirs);
    block.of_mate.push_back(static_cast<std::byte*>(theirs));
  }
  blocks_.add_next();
  std::size_t space = bytes + alignment;
  return std::align(alignment, bytes, mine, space);
}

void SharedMemory::do_deallocate(void* p, std::size_t, std::size_t) {
  const CollectiveWait wait(shared_memory, node_.mates().get());
  Block& block = blocks_[static_cast<std::size_t>(place(static_cast<std::byte*>(p)).block)];
  MPI_Win_unlock_all(block.win);
  MPI_Win_free(&block.win);
  block.bytes = 0;
}

std::optional<SharedMemory::Place> SharedMemory::find(const std::byte* data) const {
  const auto me = static_cast<std::size_t>(node_.mates().rank());
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    if (const std::ptrdiff_t offset = data - blocks_[b].of_mate[me];
        offset >= 0 && offset < static_cast<std::ptrdiff_t>(blocks_[b].bytes.load()))
      return Place{static_cast<int>(b), offset};
  return {};
}

SharedMemory::Place SharedMemory::place(const std::byte* data) const {
  if (const auto found = find(data)) return *found;
  throw std::logic_error("a field that is copied by node mates is not in memory they share");
}

std::byte* SharedMemory::at(int mate, Place place) const {
  return blocks_[static_cast<std::size_t>(place.block)].of_mate[static_cast<std::size_t>(mate)] +
         place.offset;
}

}  // namespace seafret
