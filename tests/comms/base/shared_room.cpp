// SPDX-License-Identifier: BSD-3-Clause
// On a machine with 64 MB of shared memory (shared_room.sh), by four ranks: what there is not is
// refused, what is given can be written to.  Who has more than there is, and writes to it, is
// killed.  And by two ranks that each have such memory of their own.
#include <doctest/doctest.h>

#include <algorithm>

#include "comms/base/node.hpp"
#include "decomposition/base/error.hpp"

using namespace seafret;

namespace {

constexpr std::size_t megabyte = 1 << 20;

/// Some memory that the ranks of a node see of each other, written to.
class Block {
 public:
  Block(SharedMemory& memory, std::size_t bytes)
      : memory_(memory), bytes_(bytes), data_(static_cast<std::byte*>(memory.allocate(bytes))) {}
  ~Block() { memory_.deallocate(data_, bytes_); }
  void write() { std::fill_n(data_, bytes_, std::byte{1}); }

 private:
  SharedMemory& memory_;
  std::size_t bytes_;
  std::byte* data_;
};

/// Whether all ranks, or none, get so many megabytes each and can use them.
bool get(SharedMemory& memory, std::size_t each) {
  try {
    Block(memory, each * megabyte).write();
    return true;
  } catch (const InputError& e) {
    CHECK(std::string(e.what()).find("on one machine, /dev/shm has room for") != std::string::npos);
    return false;
  }
}

}  // namespace

TEST_CASE("room: the nodes that one machine pretends to be share it" * doctest::skip()) {
  const Communicator comm(MPI_COMM_WORLD);
  for (const int cores : {0, 2, 1}) {
    const Node node(comm.get(), cores);
    SharedMemory memory(node);
    CHECK(get(memory, 6));
    CHECK_FALSE(get(memory, 20));
    CHECK(get(memory, 6));
  }
}

TEST_CASE("room: what has been given and not been used yet is none" * doctest::skip()) {
  const Communicator comm(MPI_COMM_WORLD);
  const Node node(comm.get());
  SharedMemory memory(node);
  Block unused(memory, 8 * megabyte);
  CHECK_FALSE(get(memory, 10));
  unused.write();
}

TEST_CASE("apart: ranks that cannot find each other's memory are told so" * doctest::skip()) {
  const Communicator comm(MPI_COMM_WORLD);
  const Node node(comm.get());
  REQUIRE(node.mates().size() == 2);
  SharedMemory memory(node);
  CHECK_THROWS_WITH_AS((void)memory.allocate(1000),
                       doctest::Contains("ranks of a node do not find each other's files"),
                       InputError);
}
