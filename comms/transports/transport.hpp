// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comms/base/progress.hpp"
#include "comms/notify/options.hpp"
#include "decomposition/base/error.hpp"
#include "decomposition/base/names.hpp"
#include "decomposition/base/registry.hpp"

namespace seafret::notify {
class Endpoint;
}

namespace seafret {

/// The parts of a message, in their order and without gaps: each is packed, and may travel, alone.
class PartSizes {
 public:
  PartSizes() = default;
  PartSizes(std::initializer_list<std::size_t> bytes) {
    for (const std::size_t b : bytes) add(b);
  }
  void add(std::size_t bytes) { ends_.push_back(total() + bytes); }

  int count() const { return static_cast<int>(ends_.size()); }
  std::size_t total() const { return ends_.empty() ? 0 : ends_.back(); }
  bool empty() const { return total() == 0; }
  std::size_t first(int part) const {
    return part == 0 ? 0 : ends_[static_cast<std::size_t>(part - 1)];
  }
  std::size_t bytes(int part) const { return ends_[static_cast<std::size_t>(part)] - first(part); }

  template <class Byte>
  std::span<Byte> of(std::span<Byte> message, int part) const {
    return message.subspan(first(part), bytes(part));
  }
  /// Calls visit(part, bytes) for every part of a message that is not empty.
  template <class Byte, class Visit>
  void for_each(std::span<Byte> message, Visit visit) const {
    for (int part = 0; part < count(); ++part)
      if (bytes(part) > 0) visit(part, of(message, part));
  }

 private:
  std::vector<std::size_t> ends_;
};

/// One peer of this rank, and the message that travels each way.  Sizes never change.  One of the
/// two may be empty: then the data goes one way only, but both still list each other.  All messages
/// of a transport, on all ranks, have the same number of parts; some of these may be empty.
struct Peer {
  int rank = 0;
  PartSizes send = {}, receive = {};
};

/// Moves one message to, and one message from, every peer; again and again.
///
/// In a swap the caller calls begin(); packs send_buffer(p, part) and calls packed(p, part), once
/// for every p and part, the parts to a peer in order; calls start(), may compute, calls finish().
///  - A part may leave as soon as it is packed: the first flies while the next is packed.
///  - Until finish() nothing waits for a peer's data; for its readers of the swap before it may.
///  - finish() calls unpack(p, part, bytes) once for every part sent here that is not empty, as
///    soon as it can be read, and returns when every send_buffer may be packed again.
///  - Not more than one swap is in flight; the ranks take part in all swaps in the same order.
///  - A message stays as it is until it is unpacked, however far ahead its sender is.  A
///    transport that writes into its peer's memory must therefore hear from the reader: from the
///    reader's own next message, or, where that peer sends nothing, by an empty one.
/// send_buffer(p, part) may lie elsewhere in the next swap.  Messages are aligned for any type.
/// Making and destroying a transport is collective over the communicator, which must outlive it and
/// be used for nothing else meanwhile.  None is made where no rank has a peer.
class Transport {
 public:
  using Unpack = std::function<void(int peer, int part, std::span<const std::byte> bytes)>;

  virtual ~Transport() = default;
  virtual void begin() {}
  virtual std::span<std::byte> send_buffer(int peer, int part) = 0;
  virtual void packed(int /*peer*/, int /*part*/) {}
  virtual void start() {}
  virtual void finish(const Unpack& unpack) = 0;
};

/// How the one-sided transports go about it.
struct RmaOptions {
  /// Who gives the memory: MPI, with the window, or MPI_Alloc_mem beforehand.
  enum class Window { allocate, create };
  /// When the epoch of a swap begins (fence, pscw): at the end of the swap before, in start(), or
  /// it both begins and ends in start() (Brown et al. 2018, section IV.C: 3rd, 2nd, 1st version).
  enum class Epoch { early, late, closed_at_start };
  /// Unpack out of the window, or out of a copy of it (the same, section IV.D, Figs 5 and 4).
  enum class Receive { view, copy };

  Window window = Window::allocate;
  Epoch epoch = Epoch::early;
  Receive receive = Receive::view;
  bool assertions = true;  ///< tell MPI what it need not do
};

template <>
inline const NameTable<RmaOptions::Window> names_of<RmaOptions::Window>{
    {"allocate", RmaOptions::Window::allocate}, {"create", RmaOptions::Window::create}};
template <>
inline const NameTable<RmaOptions::Epoch> names_of<RmaOptions::Epoch>{
    {"early", RmaOptions::Epoch::early},
    {"late", RmaOptions::Epoch::late},
    {"closed_at_start", RmaOptions::Epoch::closed_at_start}};
template <>
inline const NameTable<RmaOptions::Receive> names_of<RmaOptions::Receive>{
    {"view", RmaOptions::Receive::view}, {"copy", RmaOptions::Receive::copy}};

struct TransportOptions {
  bool early_receives = true;  ///< post a receive as soon as its buffer is free (p2p, partitioned)
  RmaOptions rma = {};
  int cores_per_node = 0;  ///< pretend that no more ranks share a node's memory; 0: as it is
  notify::NotifyOptions notify = {};
  notify::Endpoint* endpoint = nullptr;  ///< of these ranks; without it `notified` makes its own
  std::string swap = "halo";             ///< what it is for, for messages
};

/// An option of a swap that this MPI or these ranks cannot have, or not together with another.
/// "window create: MPI says no": its name comes first, so that whoever knows where it stands can
/// say so.
struct OptionError : InputError {
  OptionError(const std::string& name, const std::string& why, const std::string& clashes_with = "")
      : InputError(name + " " + why), option(name), other(clashes_with) {}
  std::string option, other;
  std::string swap = {};  ///< whose options they are, once that is known
};

using MakeTransport = std::unique_ptr<Transport> (*)(const std::vector<Peer>& peers, MPI_Comm comm,
                                                     const TransportOptions& options);

/// A transport as it stands in the registry.
struct TransportKind {
  /// What MPI and the machine must be able to do for it.
  enum class Needs { messages, partitions, window, shared_memory };

  std::string what;  ///< one line for users
  Needs needs = Needs::messages;
  MakeTransport make = nullptr;
  bool tried_unasked = true;  ///< by exchanges that try what is fastest (HaloOptions::by_trial)
};
Registry<TransportKind>& transports();

/// For the registry: makes a transport of type T.
template <class T>
std::unique_ptr<Transport> make_transport(const std::vector<Peer>& peers, MPI_Comm comm,
                                          const TransportOptions& options) {
  return std::make_unique<T>(peers, comm, options);
}

}  // namespace seafret
