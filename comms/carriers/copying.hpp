// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "comms/carriers/plan.hpp"

namespace seafret {

/// Below this many bytes a copy is done before another thread has come to help; and even for one
/// thread a parallel region takes half a microsecond, which is more than a small message does.
inline constexpr std::size_t worth_threads = 1 << 17;

/// Calls move(field_piece) for each run of wet columns of one that is masked.  A function of its
/// own, so that whole pieces are moved without a call.
template <class Move>
[[gnu::noinline]] void move_wet_runs(const FieldPiece& field_piece, Move& move) {
  FieldPiece part{field_piece.field, field_piece.column_bytes, field_piece.piece,
                  field_piece.offset};
  for_each_wet_run(*field_piece.mask, field_piece.piece.source(), [&](const Box& run) {
    part.piece.box = run.shifted(-part.piece.dx, -part.piece.dy);
    move(part);
    part.offset += static_cast<std::size_t>(run.area()) * part.column_bytes;
  });
}

/// Calls move(field_piece), or that of its runs.
template <class Move>
void move_field_piece(const FieldPiece& field_piece, Move& move) {
  if (field_piece.mask != nullptr) return move_wet_runs(field_piece, move);
  move(field_piece);
}

/// Calls move(field_piece) for every one of a part, on all threads where that is worth it.
template <class Move>
void for_each_field_piece(const Part& part, Move move) {
  const std::vector<FieldPiece>& field_pieces = part.field_pieces;
  if (part.bytes < worth_threads) {
    for (const FieldPiece& field_piece : field_pieces) move_field_piece(field_piece, move);
    return;
  }
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < field_pieces.size(); ++n) move_field_piece(field_pieces[n], move);
}

/// What a machine moves at once.
inline constexpr std::size_t chunk = 32;

/// Copies at least a chunk without a call; the last one may overlap the one before.
inline void copy_chunks(std::byte* to, const std::byte* from, std::size_t bytes) {
  for (std::size_t n = 0; n + chunk < bytes; n += chunk) std::memcpy(to + n, from + n, chunk);
  std::memcpy(to + bytes - chunk, from + bytes - chunk, chunk);
}

/// Calls work(copy) with what copies a run of so many bytes from one place to another.  A field of
/// one level has runs of a column or two at its western and eastern edge, one whose levels do not
/// run fastest has thousands: a call for each would take longer than the copy.
template <class Work>
void with_copy_of(std::size_t run, const Work& work) {
  const auto copy = [](auto bytes) {
    return [bytes](std::byte* to, const std::byte* from) { std::memcpy(to, from, bytes); };
  };
  if (run == 8) return work(copy(std::integral_constant<std::size_t, 8>()));
  if (run == 16) return work(copy(std::integral_constant<std::size_t, 16>()));
  if (run < chunk || run > 16 * chunk) return work(copy(run));
  work([run](std::byte* to, const std::byte* from) { copy_chunks(to, from, run); });
}

/// Copies so many runs, each so many bytes after the last.
template <class Copy>
void copy_runs(const Copy& copy, std::byte* to, std::ptrdiff_t to_next, const std::byte* from,
               std::ptrdiff_t from_next, int runs) {
  for (; runs > 0; --runs, to += to_next, from += from_next) copy(to, from);
}

/// The columns of a box, wherever they lie.
template <class Byte>
struct Spread {
  Byte* first = nullptr;  ///< the first slice of the first column
  std::ptrdiff_t next_column = 0, next_row = 0, next_slice = 0;  ///< in bytes

  /// Where a field has a box.
  Spread(const Columns& f, const Box& box)
      : first(f.column(box.x0, box.y0)),
        next_column(f.next_column),
        next_row(f.next_row),
        next_slice(f.next_slice) {}
  /// The same without gaps, from `bytes` on: slice by slice, row by row.
  Spread(const Columns& f, const Box& box, Byte* bytes)
      : first(bytes),
        next_column(static_cast<std::ptrdiff_t>(f.slice_bytes())),
        next_row(box.width() * next_column),
        next_slice(box.height() * next_row) {}
};

/// Copies the columns of a box, which are cut alike in both places.
inline void copy_box(const Spread<std::byte>& to, const Spread<const std::byte>& from,
                     const Box& box, int slices, std::size_t slice_bytes) {
  const auto beside = static_cast<std::ptrdiff_t>(slice_bytes);
  const int columns = box.width(), rows = box.height();
  if (to.next_column == beside && from.next_column == beside)
    return with_copy_of(static_cast<std::size_t>(columns) * slice_bytes, [&](const auto& copy) {
      for (int s = 0; s < slices; ++s)
        copy_runs(copy, to.first + s * to.next_slice, to.next_row, from.first + s * from.next_slice,
                  from.next_row, rows);
    });
  with_copy_of(slice_bytes, [&](const auto& copy) {
    for (int s = 0; s < slices; ++s)
      for (int j = 0; j < rows; ++j)
        copy_runs(copy, to.first + s * to.next_slice + j * to.next_row, to.next_column,
                  from.first + s * from.next_slice + j * from.next_row, from.next_column, columns);
  });
}

/// Calls visit(place, bytes) for each run of bytes that the columns of a box are of.
template <class Visit>
void for_each_run(const Columns& f, const Box& box, Visit visit) {
  const std::size_t slice = f.slice_bytes();
  const bool rows_in_one = f.next_column == static_cast<std::ptrdiff_t>(slice);
  const int runs = rows_in_one ? 1 : box.width();
  for (int s = 0; s < f.slices; ++s)
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = 0; i < runs; ++i)
        visit(f.column(box.x0 + i, j) + s * f.next_slice,
              rows_in_one ? static_cast<std::size_t>(box.width()) * slice : slice);
}

/// Fills a piece of a halo from the field that holds it, be it the same or a node mate's.
inline void copy_piece(const Columns& to, const Columns& from, const Piece& piece) {
  copy_box({to, piece.box}, {from, piece.source()}, piece.box, to.slices, to.slice_bytes());
}

/// Copies across the periodic edges of a box that is its own neighbour.
inline void copy_in_place(const Part& in_place, std::span<const Columns> fields) {
  for_each_field_piece(in_place, [&](const FieldPiece& field_piece) {
    copy_piece(fields[field_piece.field], fields[field_piece.field], field_piece.piece);
  });
}

}  // namespace seafret
