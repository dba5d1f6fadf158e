// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "comms/base/growing_list.hpp"
#include "comms/base/mpi.hpp"
#include "comms/base/shared_file.hpp"

namespace seafret {

/// Those ranks of a communicator that share memory with this one, itself among them.
class Node {
 public:
  /// Where `most` > 0 no more ranks than that are taken to share a node: pretend nodes, to try on
  /// one machine what happens on several.  Ranks that name different parts of a node are no mates.
  /// Collective over `comm`.
  explicit Node(MPI_Comm comm, int most = 0, int part = 0);
  /// The same mates, by their ranks in another communicator of the same processes.  Collective.
  Node(MPI_Comm comm, const Node& same);

  const Communicator& everyone() const { return everyone_; }  ///< a duplicate of `comm`
  const Communicator& machine() const { return machine_; }    ///< all that share memory in fact
  const Communicator& mates() const { return mates_; }        ///< the node alone
  /// The place of a rank of `comm` among the node mates; -1 if it is not one of them.
  int mate(int rank) const;
  /// On which node each rank of `comm` is; they are numbered as their first ranks come. Collective.
  std::vector<int> node_of_all() const;

 private:
  Communicator everyone_, machine_, mates_;
  std::vector<int> ranks_;  // of the mates, ascending
};

/// Memory that all ranks of a node map.  Allocating is collective over the node, and over all that
/// the node was made of, so that where there is not enough all throw InputError; freeing is not:
/// who still looks at what a mate has freed, sees it.  Every page is there when allocating returns.
/// Another thread may meanwhile find places in what was there before.
class SharedMemory final : public std::pmr::memory_resource {
 public:
  /// The node must outlive it.
  explicit SharedMemory(const Node& node) : node_(node) {}

  const Node& node() const { return node_; }

  /// Throws InputError where the machines have no room for so many bytes of each rank; allocating
  /// asks for it.  Collective.
  void insist_on_room(std::size_t bytes) const;

  /// A place in one rank's memory, by which the others find it: they all map it elsewhere.
  struct Place {
    int block = 0;  ///< counts the allocations
    std::ptrdiff_t offset = 0;
  };
  /// Where `data` lies; nothing if not in a block of this rank.
  std::optional<Place> find(const std::byte* data) const;
  /// As find(); throws std::logic_error where there is nothing.
  Place place(const std::byte* data) const;
  /// The same place of node mate `mate`, as this rank sees it.
  std::byte* at(int mate, Place place) const;

 private:
  struct Block {
    std::atomic<std::size_t> bytes = 0;  // none once it is freed
    std::vector<SharedFile> files = {};
    std::vector<std::byte*> of_mate = {};  // stay when the files go: find() may be looking
  };

  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
  std::vector<SharedFile> files_of_mates(std::size_t bytes) const;
  void insist_on_success(int error, const std::string& what, const char* remedy) const;

  const Node& node_;
  GrowingList<Block> blocks_;  // in the order of allocation, on all mates
};

}  // namespace seafret
