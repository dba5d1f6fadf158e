// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comms/base/domain.hpp"
#include "decomposition/fields/field.hpp"

namespace seafret {

/// One field of an exchange, known before any data is: which halo, how much a column holds, and in
/// how many slices it is cut.  All ranks must say the same of the last two.
struct Swapped {
  Halo halo;
  std::size_t column_bytes = 0;
  int slices = 1;

  template <class T>
  static Swapped of(const FieldView<T>& f, const Halo& halo) {
    return {halo, static_cast<std::size_t>(f.levels) * sizeof(T)};
  }
};

/// Columns of doubles, each field with its own halo.
std::vector<Swapped> columns_of(std::span<const FieldDescription> fields);

/// One box of one field, and where it stands in its part of a message.
struct FieldPiece {
  std::size_t field = 0;
  std::size_t column_bytes = 0;
  Piece piece;
  std::size_t offset = 0;
  const Grid* mask = nullptr;  ///< if there is one, only the wet columns travel

  std::size_t bytes() const;
};

/// What of a message some fields take that travel together.
struct Part {
  std::vector<FieldPiece> field_pieces = {};
  std::size_t bytes = 0;
};

/// All that moves between this rank and another.
struct Message {
  int rank = 0;
  std::vector<Part> send = {}, receive = {};  ///< as many of each, and in all messages of a plan

  std::size_t send_bytes() const { return bytes_of(send); }
  std::size_t receive_bytes() const { return bytes_of(receive); }

 private:
  static std::size_t bytes_of(const std::vector<Part>& parts) {
    std::size_t bytes = 0;
    for (const Part& part : parts) bytes += part.bytes;
    return bytes;
  }
};

/// What must move in an exchange.
struct Plan {
  std::vector<Message> messages;  ///< one for each other rank, ascending
  Part in_place;                  ///< across a periodic edge onto the rank itself
};

/// All parts as one, for those who care for no message; the pieces no longer stand in one.
Part as_one(const std::vector<Part>& parts);

/// The ranks these messages come from and go to.
std::vector<int> ranks_of(const std::vector<Message>& messages);
/// The same by their numbers in the job.
std::vector<int> job_ranks_of(const std::vector<Message>& messages, MPI_Comm comm);

/// Every rank finds what is its own; nothing is communicated.  So many fields `together` make a
/// part. The decomposition must outlive the plan.
Plan make_plan(const Domain& domain, std::span<const Swapped> fields, std::size_t together,
               HaloPoints points);

/// How many columns this rank sends to others in a swap, all fields together, by what is left out.
struct HaloColumns {
  std::int64_t rectangles = 0, clipped = 0, wet = 0;
  std::int64_t bytes = 0;  ///< of the rectangles
};
HaloColumns count_columns(const Domain& domain, std::span<const Swapped> fields);

}  // namespace seafret
