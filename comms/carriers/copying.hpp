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

/// The columns of a row of a box lie side by side: they move as one run of bytes.
inline std::size_t run_of(const Columns& f, const Box& box) {
  return static_cast<std::size_t>(box.width()) * f.column_bytes;
}

/// Copies rows of `run` bytes from one place to another, whose rows are so many bytes apart.  A
/// field of one level has runs of a column or two at its western and eastern edge: a call for each
/// would take longer than the copy.
inline void copy_rows(std::byte* to, std::size_t to_next, const std::byte* from,
                      std::size_t from_next, int rows, std::size_t run) {
  const auto copy = [&](auto bytes) {
    for (; rows > 0; --rows, to += to_next, from += from_next) std::memcpy(to, from, bytes);
  };
  if (run == 8) return copy(std::integral_constant<std::size_t, 8>());
  if (run == 16) return copy(std::integral_constant<std::size_t, 16>());
  copy(run);
}

/// Fills a piece of a halo from the field that holds it, be it the same or a node mate's.
inline void copy_piece(const Columns& to, const Columns& from, const Piece& piece) {
  const auto& [box, dx, dy] = piece;
  copy_rows(to.column(box.x0, box.y0), to.row_bytes(), from.column(box.x0 + dx, box.y0 + dy),
            from.row_bytes(), box.height(), run_of(to, box));
}

/// Copies across the periodic edges of a box that is its own neighbour.
inline void copy_in_place(const Part& in_place, std::span<const Columns> fields) {
  for_each_field_piece(in_place, [&](const FieldPiece& field_piece) {
    copy_piece(fields[field_piece.field], fields[field_piece.field], field_piece.piece);
  });
}

}  // namespace seafret
