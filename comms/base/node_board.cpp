// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/node_board.hpp"

#include <new>

#include "comms/base/progress.hpp"

namespace seafret {
namespace {

const Awaited a_board("the making of a board of node mates");

}  // namespace

NodeBoard::NodeBoard(const Node& node, std::size_t bytes)
    : memory_(node),
      mate_(node.mates().rank()),
      bytes_(sizeof(Counters) + bytes),
      parts_(index(node.mates().size())) {
  const MPI_Comm mates = node.mates().get();
  const Wait wait(a_board);
  auto* const own = static_cast<std::byte*>(memory_.allocate(bytes_, SharedFile::small_page));
  new (own) Counters;
  std::vector<SharedMemory::Place> places(parts_.size());
  places[index(mate_)] = memory_.place(own);
  meet(mates);
  // Everybody's counters are zero when this returns.
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, places.data(), sizeof(SharedMemory::Place), MPI_BYTE,
                mates);
  for (std::size_t m = 0; m < parts_.size(); ++m)
    parts_[m] = memory_.at(static_cast<int>(m), places[m]);
}

NodeBoard::~NodeBoard() {
  memory_.deallocate(parts_[index(mate_)], bytes_, SharedFile::small_page);
}

}  // namespace seafret
