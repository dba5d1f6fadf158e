// SPDX-License-Identifier: BSD-3-Clause
#include "comms/transports/message_memory.hpp"

namespace seafret {

std::vector<PlaceOfSlice> exchange_places(const std::vector<Peer>& peers, const Slices& slices,
                                          std::size_t first, MPI_Comm comm) {
  constexpr int bytes = sizeof(PlaceOfSlice);
  std::vector<PlaceOfSlice> mine(peers.size()), theirs(peers.size());
  std::vector<MPI_Request> requests(2 * peers.size());
  for (std::size_t p = 0; p < peers.size(); ++p) {
    const std::size_t place = first + slices.offset(static_cast<int>(p));
    mine[p] = {place, place + slices.total()};
    MPI_Irecv(&theirs[p], bytes, MPI_BYTE, peers[p].rank, 0, comm, &requests[2 * p]);
    MPI_Isend(&mine[p], bytes, MPI_BYTE, peers[p].rank, 0, comm, &requests[2 * p + 1]);
  }
  wait_all(requests);
  return theirs;
}

}  // namespace seafret
