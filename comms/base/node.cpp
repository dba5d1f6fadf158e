// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/node.hpp"

#include <sys/statvfs.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "comms/base/mpi_errors.hpp"
#include "comms/base/progress.hpp"
#include "decomposition/base/error.hpp"

namespace seafret {
namespace {

const Awaited a_node("the search for the ranks of a node"),
    shared_memory("the making of shared memory");

/// A communicator that MPI made and that is duplicated before it is used.
class Split {
 public:
  /// Those that share memory.
  explicit Split(MPI_Comm all) {
    const CollectiveWait wait(a_node, all);
    insist_on_made(
        MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, rank_in(all), MPI_INFO_NULL, &comm_));
  }
  /// Those that say the same.
  Split(MPI_Comm all, int colour) {
    const CollectiveWait wait(a_node, all);
    insist_on_made(MPI_Comm_split(all, colour, rank_in(all), &comm_));
  }
  ~Split() {
    const LastWait wait(a_node, comm_);
    if (wait.all_came()) MPI_Comm_free(&comm_);
  }
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

/// All nodes of a machine have /dev/shm in common, however small one pretends that they are.
void SharedMemory::insist_on_room(std::size_t bytes) const {
  // When this returns, all have taken the pages that they were given before.
  const auto wanted = static_cast<double>(
      node_.machine().sum(static_cast<std::int64_t>(SharedFile::whole_pages(bytes))));
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

/// Throws on all ranks where something failed on any, as errno says it.
void SharedMemory::insist_on_success(int error, const std::string& what, const char* remedy) const {
  const auto worst = static_cast<int>(node_.everyone().max(std::int64_t{error}));
  if (worst == 0) return;
  throw InputError("memory that ranks share: " + what + " in /dev/shm: " +
                   std::generic_category().message(worst) + "; " + remedy + use_no_shared_memory);
}

/// One of each mate, which have no names any more.
std::vector<SharedFile> SharedMemory::files_of_mates(std::size_t bytes) const {
  struct Made {
    SharedFile::Name name;
    std::size_t bytes;
  };
  const Communicator& mates = node_.mates();
  SharedFile mine(bytes);
  insist_on_success(mine.error(), "no file can be made", "");
  const auto me = static_cast<std::size_t>(mates.rank());
  std::vector<Made> made(static_cast<std::size_t>(mates.size()));
  made[me] = {mine.name(), bytes};
  meet(mates.get());
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, made.data(), sizeof(Made), MPI_BYTE, mates.get());
  std::vector<SharedFile> files(made.size());
  for (std::size_t m = 0; m < made.size(); ++m)
    if (m != me) files[m] = SharedFile(made[m].name, made[m].bytes);
  files[me] = std::move(mine);
  int error = 0;
  for (const SharedFile& file : files) error = std::max(error, file.error());
  insist_on_success(error, "ranks of a node do not find each other's files",
                    "run them in one container, or ");
  files[me].forget_name();
  return files;
}

void* SharedMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
  if (alignment > SharedFile::small_page) throw std::bad_alloc();
  const CollectiveWait wait(shared_memory, node_.everyone().get());
  insist_on_room(bytes);
  Block& block = blocks_.next();
  block.files = files_of_mates(bytes);
  for (const SharedFile& file : block.files) block.of_mate.push_back(file.data());
  block.bytes = std::max(bytes, std::size_t{1});
  blocks_.add_next();
  return block.of_mate[static_cast<std::size_t>(node_.mates().rank())];
}

void SharedMemory::do_deallocate(void* p, std::size_t, std::size_t) {
  const Place where = place(static_cast<std::byte*>(p));
  if (where.offset != 0)
    throw std::logic_error("what is given back begins within a block of shared memory");
  Block& block = blocks_[static_cast<std::size_t>(where.block)];
  block.bytes = 0;
  block.files.clear();
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
