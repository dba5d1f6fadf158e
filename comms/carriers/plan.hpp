// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comms/base/domain.hpp"
#include "decomposition/fields/field.hpp"

namespace seafret {

/// One field of an exchange, known before any data is: which halo, and how much a column holds.
struct Swapped {
  Halo halo;
  std::size_t column_bytes = 0;

  template <class T>
  static Swapped of(const FieldView<T>& f, const Halo& halo) {
    return {halo, static_cast<std::size_t>(f.levels) * sizeof(T)};
  }
};

/// One box of one field, and where it stands in its message.
struct Patch {
  std::size_t field = 0;
  std::size_t column_bytes = 0;
  Piece piece;
  std::size_t offset = 0;
  const Grid* mask = nullptr;  ///< if there is one, only the wet columns travel

  std::size_t bytes() const;
};

/// All that moves between this rank and another.
struct Message {
  int rank = 0;
  std::vector<Patch> send = {}, receive = {};
  std::size_t send_bytes = 0, receive_bytes = 0;
};

/// What must move, for some of the fields of an exchange.
struct Plan {
  std::vector<Message> messages;  ///< one for each other rank, ascending
  Message in_place;               ///< across a periodic edge onto the rank itself
};

/// The ranks these messages come from and go to, by their numbers in the job.
std::vector<int> job_ranks_of(const std::vector<Message>& messages, MPI_Comm comm);

/// For the fields from `first` on.  Every rank finds its own part; nothing is communicated.  The
/// decomposition must outlive the plan.
Plan make_plan(const Domain& domain, std::span<const Swapped> fields, std::size_t first,
               HaloPoints points);

/// How many columns this rank sends to others in a swap, all fields together, by what is left out.
struct HaloColumns {
  std::int64_t rectangles = 0, clipped = 0, wet = 0;
  std::int64_t bytes = 0;  ///< of the rectangles
};
HaloColumns count_columns(const Domain& domain, std::span<const Swapped> fields);

}  // namespace seafret
