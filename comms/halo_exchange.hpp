// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "comms/mpi.hpp"
#include "comms/transport.hpp"
#include "decomposition/decomposition.hpp"
#include "decomposition/field.hpp"

namespace seafret {

/// Where a model runs: who owns what, and the ranks that take part.
struct Domain {
  const Decomposition& decomposition;
  const Communicator& comm;

  const Grid& grid() const { return decomposition.grid(); }
  const Box& owned() const { return decomposition.owned(comm.rank()); }
};

/// One field of an exchange, known before any data is: which halo, and how much a column holds.
struct Swapped {
  Halo halo;
  std::size_t column_bytes = 0;

  template <class T>
  static Swapped of(const FieldView<T>& f, const Halo& halo) {
    return {halo, static_cast<std::size_t>(f.levels) * sizeof(T)};
  }
};

/// What one swap moves off this rank.
struct Traffic {
  int neighbours = 0;               ///< ranks that this one sends to or receives from
  int messages = 0;                 ///< sent a swap
  std::int64_t bytes = 0;           ///< sent a swap
  std::int64_t bytes_in_place = 0;  ///< copied a swap, across a periodic edge onto the rank itself
  std::int64_t swaps = 0;           ///< so far
};

/// Fills the halos of a list of fields from the neighbours that own those points.
///
/// The fields may differ in levels, type and halo; all that goes to one rank goes in one message.
/// Several exchanges may be in flight at once: each has a communicator of its own.  Making and
/// destroying one is collective over the domain's communicator; afterwards nothing is allocated.
class HaloExchange {
 public:
  /// `transport` is a name in transports().  Throws InputError where there is none of that name.
  HaloExchange(const Domain& domain, std::vector<Swapped> fields, std::string_view transport);

  /// Packs and sends.  Never waits for a peer's data.  The fields (in the order and with the
  /// columns that the exchange was made for; any time level) are read-only until finish() returns:
  /// a transport may still be reading them.
  void start(std::span<const Columns> fields);
  /// Waits for the neighbours and fills the halos.
  void finish();

  const Traffic& traffic() const { return traffic_; }

 private:
  /// One box of one field, and where it stands in its message.
  struct Patch {
    std::size_t field;
    Piece piece;
    std::size_t offset;
  };
  struct Message {
    std::vector<Patch> send, receive;
  };

  std::size_t add(std::vector<Patch>& patches, const Decomposition& d, int receiver, int sender);
  void check(std::span<const Columns> fields) const;
  void pack(int peer);
  void unpack(int peer, std::span<const std::byte> message);
  void copy_in_place();

  Communicator comm_;
  Box owned_;
  std::vector<Swapped> swapped_;
  std::vector<Message> messages_;  // one a peer
  std::vector<Patch> in_place_;
  std::vector<Columns> fields_;  // of the swap in flight
  std::unique_ptr<Transport> transport_;
  Transport::Unpack unpack_;
  Traffic traffic_;
};

}  // namespace seafret
