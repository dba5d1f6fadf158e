// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "decomposition/registry.hpp"

namespace seafret {

/// One peer of this rank, and how many bytes travel each way.  Sizes never change.  One of the two
/// may be zero: then the data goes one way only, but both still list each other.
struct Peer {
  int rank = 0;
  std::size_t send = 0, receive = 0;
};

/// Moves one message to, and one message from, every peer; again and again.
///
/// The caller packs send_buffer(p) for every p, calls start(), may compute, and calls finish().
///  - start() never waits for a peer's data.
///  - finish() calls unpack(p, message) once for every p that sends something, as soon as that
///    message can be read, and returns when every send_buffer may be packed again.
///  - Not more than one swap is in flight; the ranks take part in all swaps in the same order.
///  - A message stays as it is until unpack has returned, however far ahead its sender is.  A
///    transport that writes into its peer's memory must therefore hear from the reader: from the
///    reader's own next message, or, where that peer sends nothing, by an empty one.
/// Buffers are aligned for any type.  Making and destroying a transport is collective over the
/// communicator, which must outlive it and be used for nothing else meanwhile.
class Transport {
 public:
  using Unpack = std::function<void(int peer, std::span<const std::byte> message)>;

  virtual ~Transport() = default;
  virtual std::span<std::byte> send_buffer(int peer) = 0;
  virtual void start() = 0;
  virtual void finish(const Unpack& unpack) = 0;
};

using MakeTransport = std::unique_ptr<Transport> (*)(const std::vector<Peer>& peers, MPI_Comm comm);
Registry<MakeTransport>& transports();

/// For the registry: makes a transport of type T.
template <class T>
std::unique_ptr<Transport> make_transport(const std::vector<Peer>& peers, MPI_Comm comm) {
  return std::make_unique<T>(peers, comm);
}

}  // namespace seafret
