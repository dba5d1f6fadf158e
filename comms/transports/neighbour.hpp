// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <limits>

#include "comms/transports/message_memory.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// A neighbourhood collective over a graph with one edge for each distinct neighbour, which moves
/// whole messages, whatever their parts.  (Not over a
/// Cartesian communicator: where a periodic dimension has size 1, MPICH 4.0 mixes up its edges.)
class NeighbourCollective final : public Transport {
 public:
  NeighbourCollective(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions&)
      : outgoing_(peers, &Peer::send),
        incoming_(peers, &Peer::receive),
        to_(edges(peers, outgoing_.slices())),
        from_(edges(peers, incoming_.slices())) {
    refuse_what_cannot_be_counted(comm);
    meet(comm);
    MPI_Dist_graph_create_adjacent(comm, from_.count(), from_.ranks.data(), MPI_UNWEIGHTED,
                                   to_.count(), to_.ranks.data(), MPI_UNWEIGHTED, MPI_INFO_NULL,
                                   false, &graph_);
  }
  ~NeighbourCollective() override {
    const LastWait wait(its_end, graph_);
    if (wait.all_came()) MPI_Comm_free(&graph_);
  }

  std::span<std::byte> send_buffer(int p, int part) override { return outgoing_.of(p, part); }

  void start() override {
    MPI_Ineighbor_alltoallv(outgoing_.data(), to_.bytes.data(), to_.first.data(), MPI_BYTE,
                            incoming_.data(), from_.bytes.data(), from_.first.data(), MPI_BYTE,
                            graph_, &flying_);
  }

  void finish(const Unpack& unpack) override {
    wait_all({&flying_, 1});
    for (const int p : from_.peers)
      incoming_.sizes(p).for_each(incoming_.of(p),
                                  [&](int part, auto bytes) { unpack(p, part, bytes); });
  }

 private:
  /// Where the graph leads, and what goes along.
  struct Edges {
    std::vector<int> peers, ranks, bytes, first;
    int count() const { return static_cast<int>(ranks.size()); }
  };

  static Edges edges(const std::vector<Peer>& peers, const Slices& in) {
    Edges e;
    for (int p = 0; p < static_cast<int>(peers.size()); ++p) {
      if (in.size(p) == 0) continue;
      e.peers.push_back(p);
      e.ranks.push_back(peers[static_cast<std::size_t>(p)].rank);
      e.bytes.push_back(static_cast<int>(in.size(p)));
      e.first.push_back(static_cast<int>(in.offset(p)));
    }
    return e;
  }

  /// MPI 3 counts the displacements of a collective in int.  One rank alone must not throw.
  void refuse_what_cannot_be_counted(MPI_Comm comm) const {
    int too_long = std::max(outgoing_.slices().total(), incoming_.slices().total()) >
                   std::size_t{std::numeric_limits<int>::max()};
    meet(comm);
    MPI_Allreduce(MPI_IN_PLACE, &too_long, 1, MPI_INT, MPI_MAX, comm);
    if (too_long != 0)
      throw OptionError("transport",
                        "neighbour: the messages of one rank are more than 2 GiB, which a "
                        "collective cannot count; use p2p, or more ranks");
  }

  static inline const Awaited its_end{"the end of a neighbourhood"};

  MessageMemory outgoing_, incoming_;
  Edges to_, from_;
  MPI_Comm graph_ = MPI_COMM_NULL;
  MPI_Request flying_ = MPI_REQUEST_NULL;
};

inline const bool neighbour_registered =
    transports().add("neighbour", {.what = "a non-blocking neighbourhood collective",
                                   .make = make_transport<NeighbourCollective>});

}  // namespace seafret
